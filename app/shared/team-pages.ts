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

/** The permissions that open the settings; one of them is enough. */
export const settingsNeeds = ['business.change', 'offer.change'] as const satisfies readonly Permission[];

type Rights = Pick<User, 'role' | 'permissions'>;

const bookings: Section = { href: hrefs.admin, label: 'Bookings', needs: 'bookings.read' };

/** The team's pages, in the order of their links. */
export const teamSections: readonly Section[] = [
  { href: hrefs.adminToday, label: 'Today', needs: 'bookings.read', also: [hrefs.adminLive] },
  bookings,
  { href: hrefs.adminRequests, label: 'Requests', needs: 'bookings.read' },
  { href: hrefs.adminSupport, label: 'Support', needs: 'support.answer' },
  { href: hrefs.adminSchedule, label: 'Schedule', needs: 'bookings.read' },
  { href: hrefs.adminCustomers, label: 'Customers', needs: 'customers.read' },
  { href: hrefs.adminDisputes, label: 'Money', needs: 'money.read' },
  { href: hrefs.adminReport, label: 'Report', needs: 'money.read' },
  { href: hrefs.adminAudit, label: 'Log', needs: 'log.read' },
  { href: hrefs.adminTeam, label: 'Members', needs: 'roles.give' },
  { href: hrefs.adminSettings, label: 'Settings', needs: settingsNeeds },
];

/** The sections that are tabs on a phone; the others are behind 'More'. */
export const teamTabs: readonly string[] = [hrefs.adminToday, hrefs.admin, hrefs.adminSupport];

/** Whether a person may open a page that needs one of these permissions. */
export const mayOpen = (user: Rights | null, needs: Section['needs']): boolean =>
  [needs].flat().some((one) => may(user, one));

/** The sections that a person may open. */
export const sectionsOf = (user: Rights | null): Section[] =>
  teamSections.filter(({ needs }) => mayOpen(user, needs));

/** The section to which a page of the team belongs, by its address; bookings have no address of a section's own. */
export const sectionAt = (path: string): Section => {
  const [pathname = ''] = path.split('?', 1);
  const isAt = (href: string) => pathname === href || pathname.startsWith(`${href}/`);
  const found = teamSections.findLast(
    ({ href, also = [] }) => href !== hrefs.admin && [href, ...also].some(isAt),
  );
  return found ?? bookings;
};

/** Whether a person's role opens a page of the team. */
export const opensPage = (user: Rights | null, path: string): boolean => mayOpen(user, sectionAt(path).needs);
