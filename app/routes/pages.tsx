import { type ComponentType, lazy } from 'react';

export interface PageRoute {
  path: string;
  Page: ComponentType;
}

const Services = lazy(() => import('./services.tsx'));
const SignIn = lazy(() => import('./sign-in.tsx'));
const NotFound = lazy(() => import('./not-found.tsx'));
const Gate = lazy(() => import('./gate.tsx'));
const Checkout = lazy(() => import('./checkout.tsx'));
const SignInPrompt = lazy(() => import('./sign-in-prompt.tsx'));

/** A notice, then the sign-in page. */
const gated = ['/bookings', '/profile', '/billing', '/subscribe'];
/** These ask to log in where one is. */
const prompting = ['/bookings/:id', '/admin'];

/** What a signed-in person may open; every page's code comes when it is first opened. */
export const memberPages: PageRoute[] = [
  { path: '/', Page: lazy(() => import('./home.tsx')) },
  { path: '/services', Page: Services },
  { path: '/bookings', Page: lazy(() => import('./bookings.tsx')) },
  { path: '/bookings/:id', Page: lazy(() => import('./booking.tsx')) },
  { path: '/profile', Page: lazy(() => import('./profile.tsx')) },
  { path: '/billing', Page: lazy(() => import('./billing.tsx')) },
  { path: '/subscribe', Page: lazy(() => import('./subscribe.tsx')) },
  { path: '/checkout/:serviceId', Page: Checkout },
  { path: '/admin', Page: lazy(() => import('./admin.tsx')) },
  { path: '/signin', Page: SignIn },
  { path: '*', Page: NotFound },
];

/** What a visitor may open; the rest asks them to log in. */
export const visitorPages: PageRoute[] = [
  { path: '/', Page: lazy(() => import('./logged-out-home.tsx')) },
  { path: '/services', Page: Services },
  { path: '/signin', Page: SignIn },
  { path: '/checkout/:serviceId', Page: Checkout },
  ...gated.map((path) => ({ path, Page: Gate })),
  ...prompting.map((path) => ({ path, Page: SignInPrompt })),
  { path: '*', Page: NotFound },
];
