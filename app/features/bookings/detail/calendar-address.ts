/** Where a booking's own calendar file is. */
export const icsHref = (bookingId: string): string =>
  `/api/bookings/${encodeURIComponent(bookingId)}/calendar.ics`;

/** The address that has a device's calendar subscribe rather than download. */
export const subscribeHref = (url: string): string => url.replace(/^https?:/, 'webcal:');
