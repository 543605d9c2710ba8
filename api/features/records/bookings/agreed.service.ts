import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../db/database.ts';
import type { Moves } from './agreed.rules.ts';
import { selectLastMove, updateBooking } from './bookings.repository.ts';

/** The facts of a booking's moves that an agreement about a request depends on. */
export async function readMoves(db: Db, bookingId: string): Promise<Moves> {
  const [last] = await selectLastMove(db, { bookingId });
  return { last: last ?? null, nextId: randomUUID() };
}

/** Sets the actual minutes to those that the customer agreed to; the caller holds the booking's lock. */
export const agreeOnMinutes = (db: Tx, id: string, minutes: number, now: string): Promise<void> =>
  updateBooking(db, id, { actual_minutes: minutes, updated_at: now });
