import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { insertMove, recordStep, selectLastMove, updateBooking } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';

/** The agreement between a request's customer and the team. */
export interface Agreement {
  /** A card payment that was made, or minutes of the plan. */
  pays: { paymentId: string; priceCents: number } | { minutes: number };
  /** The time that the team proposed; `null` if the booking's own time stands. */
  scheduledDate: string | null;
  /** The administrator who proposed it. */
  proposedBy: string;
  /** The time of the quote; a later move is not known to its writer. */
  quotedAt: string;
  now: string;
}

/**
 * Turns a request into an ordinary booking, paid by card or with the plan, which then holds its hours. Both sides
 * have agreed to the time, so a pending booking becomes scheduled, unless that time has passed. If the team moved
 * the booking after the quote, that time stands. If the customer did, and the quote proposes no time, the booking
 * stays pending for the team. Work that has begun keeps its status. The caller holds the booking's lock.
 */
export async function agreeOn(db: Tx, booking: Selectable<BookingTable>, agreed: Agreement): Promise<void> {
  const { pays, now } = agreed;
  const { date, isAgreed } = await visitOf(db, booking, agreed);
  const status =
    isAgreed && booking.status === 'pending' && date && date > now ? 'scheduled' : booking.status;
  await updateBooking(db, booking.id, {
    ...('minutes' in pays
      ? { payment_type: 'subscription', estimated_minutes: pays.minutes }
      : { payment_type: 'one_time', payment_id: pays.paymentId, price_cents: pays.priceCents }),
    scheduled_date: date,
    status,
    updated_at: now,
  });
  if (date && date !== booking.scheduled_date)
    await insertMove(db, {
      id: randomUUID(),
      booking_id: booking.id,
      from_date: booking.scheduled_date,
      to_date: date,
      actor_id: agreed.proposedBy,
      at: now,
    });
  if (status !== booking.status) await recordStep(db, booking, status, booking.user_id, now);
}

/** The visit's time under the agreement, and whether both sides have agreed to it. */
export async function visitOf(
  db: Db,
  booking: Pick<Selectable<BookingTable>, 'id' | 'user_id' | 'status' | 'scheduled_date'>,
  { scheduledDate, quotedAt }: Pick<Agreement, 'scheduledDate' | 'quotedAt'>,
): Promise<{ date: string | null; isAgreed: boolean }> {
  const open = booking.status === 'pending' || booking.status === 'scheduled';
  const movedBy = await lastMover(db, booking, quotedAt);
  const proposed = movedBy === 'team' ? null : scheduledDate;
  return {
    date: (open && proposed) || booking.scheduled_date,
    isAgreed: proposed !== null || movedBy !== 'customer',
  };
}

/** Sets the actual minutes to those that the customer agreed to; the caller holds the booking's lock. */
export const agreeOnMinutes = (db: Tx, id: string, minutes: number, now: string): Promise<void> =>
  updateBooking(db, id, { actual_minutes: minutes, updated_at: now });

/** The side that moved the booking last, if that was after `since`. */
async function lastMover(
  db: Db,
  booking: Pick<Selectable<BookingTable>, 'id' | 'user_id'>,
  since: string,
): Promise<'customer' | 'team' | null> {
  const [move] = await selectLastMove(db, { bookingId: booking.id });
  if (!move || move.at <= since) return null;
  return move.actor_id === booking.user_id ? 'customer' : 'team';
}
