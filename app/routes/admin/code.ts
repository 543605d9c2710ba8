/**
 * The code of the team's pages and lists, each loaded when it is first opened. The bundler writes the names of all
 * their files into the file of this module, which customers do not load.
 */
export const teamCode = {
  bookings: () => import('./bookings.tsx'),
  booking: () => import('./booking.tsx'),
  requests: () => import('./requests.tsx'),
  support: () => import('./support.tsx'),
  conversation: () => import('./conversation.tsx'),
  schedule: () => import('./schedule.tsx'),
  live: () => import('./live.tsx'),
  report: () => import('./report.tsx'),
  customers: () => import('./customers.tsx'),
  customer: () => import('./customer.tsx'),
  disputes: () => import('./disputes.tsx'),
  team: () => import('./team.tsx'),
  audit: () => import('./audit.tsx'),
  bookingsPane: () => import('../shell/admin-bookings-pane.tsx'),
  customersPane: () => import('../shell/customers-pane.tsx'),
  supportPane: () => import('../shell/support-pane.tsx'),
};
