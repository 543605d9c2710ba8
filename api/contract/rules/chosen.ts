/** The most bookings of one act on several. */
export const mostChosen = 50;
