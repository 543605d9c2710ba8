import type { Permission } from '../../api/contract/access/permissions.ts';
import type { User } from '../../api/contract/schemas/people.ts';
import { hrefs } from '../lib/hrefs.ts';
import { may } from '../lib/may.ts';

interface Section {
  href: string;
  label: string;
  /** The permission without which the page has nothing to show; of several, one is enough. */
  needs: Permission | readonly Permission[];
  /** Pages that belong to the section, beside those under its own address. */
  also?: readonly string[];
}

/** The permission that each section of the settings needs, by the last part of the section's address. */
const settingsNeeds = {
  business: 'business.change',
  workers: 'business.change',
  offer: 'offer.change',
  plans: 'offer.change',
  look: 'business.change',
  texts: 'business.change',
} as const satisfies Record<string, Permission>;

export type SettingsId = keyof typeof settingsNeeds;

type Rights = Pick<User, 'role' | 'permissions'>;

const bookings: Section = { href: hrefs.admin, label: 'Bookings', needs: 'bookings.read' };

/** The team's pages, in the order of their links. */
export const teamSections: readonly Section[] = [
  { href: hrefs.adminToday, label: 'Today', needs: 'bookings.read', also: [hrefs.adminLive] },
  bookings,
  { href: hrefs.adminRequests, label: 'Requests', needs: 'bookings.read' },
  { href: hrefs.adminSupport, label: 'Support', needs: 'support.answer' },
  { href: hrefs.adminSchedule, label: 'Schedule', needs: 'bookings.read' },
  { href: hrefs.adminWeek, label: 'My Week', needs: 'work.own' },
  { href: hrefs.adminCustomers, label: 'Customers', needs: 'customers.read' },
  { href: hrefs.adminDisputes, label: 'Money', needs: 'money.read' },
  { href: hrefs.adminReport, label: 'Report', needs: 'money.read' },
  { href: hrefs.adminAudit, label: 'Log', needs: 'log.read' },
  { href: hrefs.adminTeam, label: 'Members', needs: 'roles.give' },
  { href: hrefs.adminSettings, label: 'Settings', needs: Object.values(settingsNeeds) },
];

/** The sections that are tabs on a phone; the others are behind 'More'. */
export const teamTabs: readonly string[] = [hrefs.adminToday, hrefs.admin, hrefs.adminSupport];

/** Whether a person may open a page that needs one of these permissions. */
export const mayOpen = (user: Rights | null, needs: Section['needs']): boolean =>
  [needs].flat().some((one) => may(user, one));

/** The sections of a person: those that they may open. An administrator may do everything, and makes no visits. */
export const sectionsOf = (user: Rights | null): Section[] =>
  teamSections.filter(
    ({ href, needs }) => mayOpen(user, needs) && !(href === hrefs.adminWeek && user?.role === 'admin'),
  );

/** The last of these pages to which a path belongs. */
function pageAt<Page extends Pick<Section, 'href' | 'also'>>(
  pages: readonly Page[],
  path: string,
): Page | undefined {
  const [pathname = ''] = path.split('?', 1);
  const isAt = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  return pages.findLast(({ href, also = [] }) => [href, ...also].some(isAt));
}

/** The section to which a page of the team belongs, by its address; bookings have no address of a section's own. */
export const sectionAt = (path: string): Section =>
  pageAt(
    teamSections.filter(({ href }) => href !== hrefs.admin),
    path,
  ) ?? bookings;

const settingsPages = Object.entries(settingsNeeds).map(([id, needs]) => ({
  href: `${hrefs.adminSettings}/${id}`,
  needs,
}));

/** What a page of the team needs: a section of the settings its own permission, other pages that of their section. */
export const needsOf = (path: string): Section['needs'] =>
  (pageAt(settingsPages, path) ?? sectionAt(path)).needs;

/** Whether a person's role opens a page of the team. */
export const opensPage = (user: Rights | null, path: string): boolean => mayOpen(user, needsOf(path));
