/** The address of a booking's own calendar file. */
export const icsHref = (bookingId: string): string =>
  `/api/bookings/${encodeURIComponent(bookingId)}/calendar.ics`;

/** The address that makes a device's calendar subscribe instead of downloading. */
export const subscribeHref = (url: string): string => url.replace(/^https?:/, 'webcal:');
