import type { Tx } from '../../../db/database.ts';
import { confirmBooked } from '../notices/own-acts.service.ts';
import { tellTeam } from '../team-notices/team-notices.service.ts';

/** Tells the team of a new booking; in the same transaction. */
export const noteForTeam = (db: Tx, { bookingId, now }: { bookingId: string; now: string }): Promise<void> =>
  tellTeam(db, { news: { what: 'booking', bookingId }, key: bookingId, now });

/**
 * Confirms a booking whose hours are there to its customer, and tells the team; in the transaction that makes it, or
 * that finds the hours of one that waited for them.
 * @param booking.isAgreed whether its customer chose a free time, which it has
 */
export async function noteBooked(
  db: Tx,
  booking: { bookingId: string; userId: string; isAgreed: boolean; now: string },
): Promise<void> {
  await confirmBooked(db, { ...booking, act: 'booked' });
  await noteForTeam(db, booking);
}
