/** Who may make a call: anyone, whoever is signed in, or administrators. Whose things they may touch is each feature's policy. */
export type Who = 'anyone' | 'signed-in' | 'admin';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const path = <const M extends Method, const P extends string, const W extends Who>(
  method: M,
  path: P,
  who: W,
) => ({ method, path, who });

/**
 * The first columns of the contract's table: method, path, who. They stand apart from the schemas in `calls.ts`
 * so that a browser's first screen and its worker load no validator. Parameters stand as `:name`.
 */
export const paths = {
  readConfig: path('GET', '/api/config', 'anyone'),
  readUser: path('GET', '/api/auth/user', 'signed-in'),
  readPreferences: path('GET', '/api/preferences', 'signed-in'),
  savePreferences: path('PATCH', '/api/preferences', 'signed-in'),
  listSessions: path('GET', '/api/sessions', 'signed-in'),
  endSession: path('DELETE', '/api/sessions/:id', 'signed-in'),
  endAllSessions: path('DELETE', '/api/sessions', 'signed-in'),
  listCategories: path('GET', '/api/service-categories', 'anyone'),
  listServices: path('GET', '/api/services', 'anyone'),
  readService: path('GET', '/api/services/:id', 'anyone'),
  listBookings: path('GET', '/api/bookings', 'signed-in'),
  readBooking: path('GET', '/api/bookings/:id', 'signed-in'),
  createBooking: path('POST', '/api/bookings', 'signed-in'),
  requestCustomService: path('POST', '/api/custom-service-booking', 'signed-in'),
  rescheduleBooking: path('POST', '/api/bookings/:id/reschedule', 'signed-in'),
  cancelBooking: path('POST', '/api/bookings/:id/cancel', 'signed-in'),
  reviewBooking: path('POST', '/api/bookings/:id/review', 'signed-in'),
  readCalendarLink: path('GET', '/api/calendar-link', 'signed-in'),
  createCalendarLink: path('POST', '/api/calendar-link', 'signed-in'),
  revokeCalendarLink: path('DELETE', '/api/calendar-link', 'signed-in'),
  listMessages: path('GET', '/api/bookings/:id/messages', 'signed-in'),
  sendMessage: path('POST', '/api/bookings/messages', 'signed-in'),
  createPaymentIntent: path('POST', '/api/create-payment-intent', 'signed-in'),
  confirmOneTimePayment: path('POST', '/api/confirm-one-time-payment', 'signed-in'),
  cancelPaymentIntent: path('POST', '/api/cancel-payment-intent', 'signed-in'),
  createSubscription: path('POST', '/api/create-subscription', 'signed-in'),
  readSubscription: path('GET', '/api/subscription', 'signed-in'),
  previewSubscription: path('GET', '/api/subscription/preview', 'signed-in'),
  changeSubscription: path('PATCH', '/api/subscription', 'signed-in'),
  paySubscription: path('POST', '/api/subscription/pay', 'signed-in'),
  createSetupIntent: path('POST', '/api/create-setup-intent', 'signed-in'),
  listPaymentMethods: path('GET', '/api/payment-methods', 'signed-in'),
  removePaymentMethod: path('DELETE', '/api/payment-methods/:id', 'signed-in'),
  makePaymentMethodDefault: path('POST', '/api/payment-methods/:id/default', 'signed-in'),
  listBillingHistory: path('GET', '/api/billing-history', 'signed-in'),
  readHours: path('GET', '/api/hours', 'signed-in'),
  listHoursStatement: path('GET', '/api/hours/statement', 'signed-in'),
  listAllBookings: path('GET', '/api/admin/bookings', 'admin'),
  setBookingStatus: path('PATCH', '/api/admin/bookings/:id/status', 'admin'),
} as const;

export type CallName = keyof typeof paths;
