import { calendarOutline, cardOutline, gridOutline, homeOutline, personOutline } from 'ionicons/icons';
import { hrefs } from './hrefs.ts';

/** Where a signed-in person can go (spec §2 Navigation), in the tabs, at the side and in the drawer. */
export const destinations = [
  { tab: 'dashboard', href: hrefs.home, label: 'Dashboard', icon: homeOutline },
  { tab: 'services', href: hrefs.services, label: 'Services', icon: gridOutline },
  { tab: 'bookings', href: hrefs.bookings, label: 'Bookings', icon: calendarOutline },
  { tab: 'billing', href: hrefs.billing, label: 'Billing', icon: cardOutline },
  { tab: 'profile', href: hrefs.profile, label: 'Profile', icon: personOutline },
] as const;

/** The active item: prefix match; exact for `/`. */
export const isActive = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
