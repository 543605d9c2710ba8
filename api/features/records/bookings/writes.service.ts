import type { Selectable, Updateable } from 'kysely';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Tx } from '../../../db/database.ts';
import { insertMove, recordStep, updateBooking } from './bookings.repository.ts';
import type { BookingMoveTable, BookingTable } from './bookings.table.ts';

/** The rows of a booking's change: its new columns, its move and the step of its history, as far as it has them. */
export interface BookingWrites {
  /** The booking before. */
  booking: Selectable<BookingTable>;
  change: Updateable<BookingTable> & { updated_at: string };
  move: Omit<BookingMoveTable, 'booking_id' | 'seq' | 'at'> | null;
  step: { to: BookingStatus; actorId: string } | null;
}

/** Writes a decided change; the caller holds the booking's lock. */
export async function writeBooking(db: Tx, { booking, change, move, step }: BookingWrites): Promise<void> {
  const { updated_at: at } = change;
  await updateBooking(db, booking.id, change);
  if (move) await insertMove(db, { ...move, booking_id: booking.id, at });
  if (step) await recordStep(db, booking, step.to, step.actorId, at);
}
