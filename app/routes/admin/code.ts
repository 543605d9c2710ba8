/**
 * The code of the team's pages and lists, each loaded when it is first opened. The bundler writes the names of all
 * their files into the file of this module, which customers do not load.
 */
export const teamCode = {
  navigation: () => import('./navigation/team-navigation.tsx'),
  tabs: () => import('./navigation/team-tabs.tsx'),
  today: () => import('./today.tsx'),
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
  choices: () => import('../../features/preferences/team-choices.tsx'),
  settings: () => import('./settings.tsx'),
  settingsSection: () => import('./settings-section.tsx'),
  bookingsPane: () => import('./admin-bookings-pane.tsx'),
  customersPane: () => import('./customers-pane.tsx'),
  supportPane: () => import('./support-pane.tsx'),
  settingsPane: () => import('./settings-pane.tsx'),
};
