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
import { opensTeam } from '../../lib/may.ts';

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

/** The pages that a person can open (spec §2 Navigation), in the tabs, at the side and in the drawer. */
export const destinationsOf = (user: Pick<User, 'role' | 'permissions'>): readonly Destination[] =>
  opensTeam(user)
    ? [...everyones, { ...admins, label: user.role === 'admin' ? 'Admin' : 'Team' }]
    : user.permissions?.includes('work.own')
      ? [...everyones, { ...admins, href: hrefs.adminWeek, label: 'My Week' }]
      : everyones;
