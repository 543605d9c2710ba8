import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import type { customerPaths } from '../../api/contract/paths/customer-paths.ts';
import { keyOf } from '../lib/api.ts';
import { type PageCode, pageCode } from '../ui/ionic/page-code.tsx';
import { loadTeamCode } from './load-team-code.ts';

export interface PageRoute extends PageCode {
  path: string;
  /** Calls whose answers the page needs before it shows anything. */
  reads?: readonly (keyof typeof customerPaths)[];
}

const Services = pageCode(() => import('./services.tsx'), true);
const catalogueReads = ['listServices', 'listCategories'] as const;
const SignIn = pageCode(() => import('./sign-in.tsx'));
const NotFound = pageCode(() => import('./not-found.tsx'));
const Gate = pageCode(() => import('./gate.tsx'));
const Checkout = pageCode(() => import('./checkout.tsx'));
const SignInPrompt = pageCode(() => import('./sign-in-prompt.tsx'));

/** These pages show a notice to visitors, then the sign-in page. */
const gated = ['/bookings', '/profile', '/billing', '/subscribe'];
/** These pages ask visitors to log in without leaving the page. */
const prompting = ['/bookings/:id', '/share', '/admin', '/admin/*'];

/** The pages of a signed-in person; the code of each is loaded when it is first opened. */
export const memberPages: PageRoute[] = [
  { path: '/', ...pageCode(() => import('./home.tsx')) },
  { path: '/services', ...Services, reads: catalogueReads },
  { path: '/bookings', ...pageCode(() => import('./bookings.tsx')) },
  { path: '/bookings/:id', ...pageCode(() => import('./booking.tsx')) },
  { path: '/profile', ...pageCode(() => import('./profile.tsx')) },
  { path: '/billing', ...pageCode(() => import('./billing.tsx')) },
  { path: '/share', ...pageCode(() => import('./share.tsx')) },
  { path: '/subscribe', ...pageCode(() => import('./subscribe.tsx')) },
  { path: '/checkout/:serviceId', ...Checkout },
  { path: '/admin', ...pageCode(loadTeamCode('bookings')) },
  { path: '/admin/today', ...pageCode(loadTeamCode('today')) },
  { path: '/admin/bookings/:id', ...pageCode(loadTeamCode('booking')) },
  { path: '/admin/requests', ...pageCode(loadTeamCode('requests')) },
  { path: '/admin/support', ...pageCode(loadTeamCode('support')) },
  { path: '/admin/support/:id', ...pageCode(loadTeamCode('conversation')) },
  { path: '/admin/schedule', ...pageCode(loadTeamCode('schedule')) },
  { path: '/admin/live', ...pageCode(loadTeamCode('live')) },
  { path: '/admin/report', ...pageCode(loadTeamCode('report')) },
  { path: '/admin/customers', ...pageCode(loadTeamCode('customers')) },
  { path: '/admin/customers/:id', ...pageCode(loadTeamCode('customer')) },
  { path: '/admin/disputes', ...pageCode(loadTeamCode('disputes')) },
  { path: '/admin/team', ...pageCode(loadTeamCode('team')) },
  { path: '/admin/week', ...pageCode(loadTeamCode('week')) },
  { path: '/admin/audit', ...pageCode(loadTeamCode('audit')) },
  { path: '/admin/settings', ...pageCode(loadTeamCode('settings')) },
  { path: '/admin/settings/:section', ...pageCode(loadTeamCode('settingsSection')) },
  { path: '/signin', ...SignIn },
  { path: '*', ...NotFound },
];

/** The pages of a visitor; all others ask them to log in. */
export const visitorPages: PageRoute[] = [
  { path: '/', ...pageCode(() => import('./logged-out-home.tsx')) },
  { path: '/services', ...Services, reads: catalogueReads },
  { path: '/signin', ...SignIn },
  { path: '/checkout/:serviceId', ...Checkout },
  ...gated.map((path) => ({ path, ...Gate })),
  ...prompting.map((path) => ({ path, ...SignInPrompt })),
  { path: '*', ...NotFound },
];

const pageAt = (path: string, signedIn: boolean) =>
  (signedIn ? memberPages : visitorPages).find((route) => matchPath(route.path, path));

/** Loads the code of the page at an address, before the first screen is rendered. */
export async function loadPageAt(path: string, signedIn: boolean): Promise<void> {
  await pageAt(path, signedIn)?.load();
}

/** Begins the reads of the page at an address, so that they do not wait for its code. */
export function readPageAt(client: QueryClient, path: string, signedIn: boolean): void {
  for (const call of pageAt(path, signedIn)?.reads ?? [])
    void client.prefetchQuery({ queryKey: keyOf(call) });
}

const nextPages = ['/', '/services', '/bookings', '/bookings/:id', '/profile'];

/** Loads the code of a member's most likely next pages, one after the other, so that a tap shows them at once. */
export async function loadNextPages(): Promise<void> {
  for (const { path, load } of memberPages) if (nextPages.includes(path)) await load();
}
