/** The pages of a member whose addresses are always the same. */
export const memberPages = ['/', '/services', '/bookings', '/billing', '/profile', '/subscribe'];

/** The sections of the team's area. */
export const teamPages = [
  '/admin',
  '/admin/today',
  '/admin/requests',
  '/admin/support',
  '/admin/schedule',
  '/admin/live',
  '/admin/report',
  '/admin/customers',
  '/admin/disputes',
  '/admin/team',
  '/admin/audit',
  '/admin/settings',
  '/admin/settings/business',
  '/admin/settings/workers',
  '/admin/settings/offer',
  '/admin/settings/plans',
  '/admin/settings/look',
  '/admin/settings/texts',
];

/** The pages of a worker, who sees no other part of the team's area. */
export const workerPages = ['/admin/week'];
