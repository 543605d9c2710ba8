import type { Selectable, Updateable } from 'kysely';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Tx } from '../../../db/database.ts';
import { insertMove, recordStep, updateBooking } from './bookings.repository.ts';
import type { BookingMoveTable, BookingTable } from './bookings.table.ts';
import { followBooking, type WorkersOfMove } from './follow.service.ts';

/** The rows of a booking's change: its new columns, its move and the step of its history, as far as it has them. */
export interface BookingWrites {
  /** The booking before. */
  booking: Selectable<BookingTable>;
  change: Updateable<BookingTable> & { updated_at: string };
  move: Omit<BookingMoveTable, 'booking_id' | 'seq' | 'at'> | null;
  step: { to: BookingStatus; actorId: string } | null;
}

/**
 * Writes a booking's new columns; the times of its workers follow. The caller holds the booking's lock, and has locked
 * the ledger and whatever else it changes.
 * @throws Refusal `slot_taken`
 */
export async function changeBooking(
  db: Tx,
  booking: Selectable<BookingTable>,
  change: Updateable<BookingTable> & { updated_at: string },
  workers: WorkersOfMove = 'free',
): Promise<void> {
  const written = {
    ...(isSettled(booking, change) && { time_taken: null }),
    ...(isUnpromised(booking, change) && { window_minutes: null }),
    ...change,
  };
  await updateBooking(db, booking.id, written);
  await followBooking(db, booking, { ...booking, ...written } as Selectable<BookingTable>, workers);
}

/** Whether a taken time is no matter any more: somebody agreed to it, or the booking has another one. */
const isSettled = (
  { time_taken, scheduled_date }: Selectable<BookingTable>,
  change: Updateable<BookingTable>,
): boolean =>
  time_taken !== null &&
  (change.status === 'scheduled' ||
    (change.scheduled_date !== undefined && change.scheduled_date !== scheduled_date));

/**
 * Whether a promised arrival window is no promise any more: the booking wishes for its time again. A move by the team
 * takes the window with it.
 */
const isUnpromised = (
  { window_minutes, status, scheduled_date }: Selectable<BookingTable>,
  change: Updateable<BookingTable>,
): boolean =>
  window_minutes !== null &&
  (change.status ?? status) === 'pending' &&
  (status !== 'pending' || (change.scheduled_date !== undefined && change.scheduled_date !== scheduled_date));

/** Writes a decided change; the caller holds the booking's lock. @throws Refusal `slot_taken`, as `changeBooking` */
export async function writeBooking(
  db: Tx,
  { booking, change, move, step }: BookingWrites,
  workers: WorkersOfMove = 'free',
): Promise<void> {
  const { updated_at: at } = change;
  await changeBooking(db, booking, change, workers);
  if (move) await insertMove(db, { ...move, booking_id: booking.id, at });
  if (step) await recordStep(db, booking, step.to, step.actorId, at);
}
