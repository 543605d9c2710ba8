import {
  calendarOutline,
  cardOutline,
  gridOutline,
  homeOutline,
  personOutline,
  shieldCheckmarkOutline,
} from 'ionicons/icons';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { opensTeam, worksOnly } from '../../lib/may.ts';

interface Destination {
  tab: string;
  href: string;
  label: string;
  icon: string;
}

const everyones: readonly Destination[] = [
  { tab: 'dashboard', href: hrefs.home, label: 'Dashboard', icon: homeOutline },
  { tab: 'services', href: hrefs.services, label: 'Services', icon: gridOutline },
  { tab: 'bookings', href: hrefs.bookings, label: 'Bookings', icon: calendarOutline },
  { tab: 'billing', href: hrefs.billing, label: 'Billing', icon: cardOutline },
  { tab: 'profile', href: hrefs.profile, label: 'Profile', icon: personOutline },
];
const admins = {
  tab: 'admin',
  href: hrefs.admin,
  icon: shieldCheckmarkOutline,
};

const week = { tab: 'week', href: hrefs.adminWeek, label: 'My Week', icon: calendarOutline };

type Rights = Pick<User, 'role' | 'permissions'>;

/** The pages that a person can open (spec §2 Navigation), in the tabs, at the side and in the drawer. */
export const destinationsOf = (user: Rights): readonly Destination[] =>
  opensTeam(user)
    ? [...everyones, { ...admins, label: user.role === 'admin' ? 'Admin' : 'Team' }]
    : worksOnly(user)
      ? [week, ...everyones.slice(-1)]
      : everyones;

/** The pages by which a worker is a customer, too: at the side and in the drawer. */
export const ownHomeOf = (user: Rights): readonly Destination[] =>
  worksOnly(user) ? everyones.slice(1, -1) : [];
