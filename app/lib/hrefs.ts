/** Every address of the app, in one place. */
export const hrefs = {
  home: '/',
  signIn: '/signin',
  /** The sign-in page of a person who wants a plan, whose page follows. */
  signInForPlan: (tier: string) => `/signin?tier=${tier}`,
  /** The sign-in itself, which leads on to a page of the app. */
  signInTo: (path: string) => `/api/login?returnTo=${encodeURIComponent(path)}`,
  services: '/services',
  /** The form of a booking's service, filled in as it was. */
  bookAgain: (bookingId: string) => `/services?again=${bookingId}`,
  /** A service's own ways to be booked. */
  bookService: (id: string) => `/services?book=${id}`,
  /** The services, at a category's. */
  category: (id: string) => `/services?category=${encodeURIComponent(id)}`,
  bookings: '/bookings',
  booking: (id: string) => `/bookings/${id}`,
  profile: '/profile',
  profileTab: (tab: string) => `/profile?tab=${tab}`,
  /** Opens the change to another plan. */
  planChange: (tier: string) => `/profile?plan=${tier}`,
  billing: '/billing',
  /** The page that receives shared files. */
  share: '/share',
  admin: '/admin',
  adminToday: '/admin/today',
  adminBooking: (id: string) => `/admin/bookings/${id}`,
  adminRequests: '/admin/requests',
  adminSupport: '/admin/support',
  /** The parameter is the customer's id. */
  adminConversation: (id: string) => `/admin/support/${id}`,
  adminSchedule: '/admin/schedule',
  adminLive: '/admin/live',
  adminReport: '/admin/report',
  adminCustomers: '/admin/customers',
  adminCustomer: (id: string) => `/admin/customers/${id}`,
  adminDisputes: '/admin/disputes',
  adminWeek: '/admin/week',
  adminTeam: '/admin/team',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  subscribe: (tier?: string) => (tier ? `/subscribe?tier=${tier}` : '/subscribe'),
  checkout: (serviceId: string) => `/checkout/${serviceId}`,
} as const;

/** Whether an item is active: prefix match; exact for `/`. */
export const isActive = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
