import type { Selectable } from 'kysely';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import { readBusinessFacts } from '../business/business.service.ts';
import { dropHeld } from '../visits/holds.service.ts';
import { freeTime, moveTime, resizeTime } from '../visits/visits.service.ts';
import type { BookingTable } from './bookings.table.ts';

type Booking = Selectable<BookingTable>;

/**
 * The workers of a booking that moves: taken away if they have no time then, kept or the move is refused, or those of
 * the chosen time, which has been given to the booking already.
 */
export type WorkersOfMove = 'free' | 'kept' | 'chosen';

/**
 * Lets the times of a booking's workers follow its change: they are taken away when it is cancelled or becomes a wish
 * again, move with it, and last as long as it does. A booking without workers has nothing to follow.
 * @throws Refusal `slot_taken`
 */
export async function followBooking(
  db: Tx,
  before: Booking,
  after: Booking,
  workers: WorkersOfMove,
): Promise<void> {
  const keepsWorkers = workers === 'kept';
  if (workers === 'chosen') return dropHeld(db, { bookingId: after.id });
  const bookingId = after.id;
  const start = after.scheduled_date;
  const moves = start !== before.scheduled_date;
  const ends = after.status === 'cancelled' && before.status !== 'cancelled';
  const isWish = after.status === 'pending' && (before.status !== 'pending' || (moves && !keepsWorkers));
  if (ends || moves) await dropHeld(db, { bookingId });
  if (ends || isWish || (moves && !start)) return freeTime(db, { bookingId });
  if (moves && start) {
    const { timeZone } = await readBusinessFacts(db);
    const hasTime = await moveTime(db, { bookingId, start, timeZone, now: after.updated_at });
    if (!hasTime && keepsWorkers)
      throw new Refusal(
        'slot_taken',
        'Whoever is assigned has no time then, so it stays where it was. Please choose another time, or take them off first.',
      );
    if (!hasTime) return freeTime(db, { bookingId });
  }
  await resizeTime(db, { bookingId, minutes: minutesOf(after), before: minutesOf(before) });
}

/** The time that the work takes: what was entered, else the estimate. */
const minutesOf = (booking: Booking): number => booking.actual_minutes ?? booking.estimated_minutes;
