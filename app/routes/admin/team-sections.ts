import type { Permission } from '../../../api/contract/access/permissions.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { may } from '../../lib/may.ts';
import { settingsNeeds } from './settings-sections.ts';

interface Section {
  href: string;
  label: string;
  /** The permission without which the page has nothing to show; of several, one is enough. */
  needs: Permission | readonly Permission[];
}

/** The team's pages, in the order of their links. */
export const teamSections: readonly Section[] = [
  { href: hrefs.admin, label: 'Bookings', needs: 'bookings.read' },
  { href: hrefs.adminRequests, label: 'Requests', needs: 'bookings.read' },
  { href: hrefs.adminSupport, label: 'Support', needs: 'support.answer' },
  { href: hrefs.adminSchedule, label: 'Schedule View', needs: 'bookings.read' },
  { href: hrefs.adminLive, label: 'Live Tracking', needs: 'bookings.read' },
  { href: hrefs.adminReport, label: 'Report', needs: 'money.read' },
  { href: hrefs.adminCustomers, label: 'Customers', needs: 'customers.read' },
  { href: hrefs.adminDisputes, label: 'Disputes', needs: 'money.read' },
  { href: hrefs.adminTeam, label: 'Members', needs: 'roles.give' },
  { href: hrefs.adminAudit, label: 'Audit Log', needs: 'log.read' },
  { href: hrefs.adminSettings, label: 'Settings', needs: settingsNeeds },
];

/** Whether a person may open a page that needs one of these permissions. */
export const mayOpen = (
  user: Pick<User, 'role' | 'permissions'> | null,
  needs: Permission | readonly Permission[],
): boolean => [needs].flat().some((one) => may(user, one));

/** The sections that a person may open. */
export const sectionsOf = (user: Pick<User, 'role' | 'permissions'> | null): Section[] =>
  teamSections.filter(({ needs }) => mayOpen(user, needs));
