/** Every address of the app, written once. */
export const hrefs = {
  home: '/',
  signIn: '/signin',
  services: '/services',
  bookings: '/bookings',
  booking: (id: string) => `/bookings/${id}`,
  profile: '/profile',
  profileTab: (tab: string) => `/profile?tab=${tab}`,
  billing: '/billing',
  subscribe: (tier?: string) => (tier ? `/subscribe?tier=${tier}` : '/subscribe'),
  checkout: (serviceId: string) => `/checkout/${serviceId}`,
} as const;
