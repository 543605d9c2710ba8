import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { insertMove, recordStep, selectLastMove, updateBooking } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';

/** What a request's customer and the team have agreed on. */
export interface Agreement {
  /** A card payment that was made, or so much of the plan's hours. */
  pays: { paymentId: string; priceCents: number } | { minutes: number };
  /** The time that the team proposed; `null` where the booking's own stands. */
  scheduledDate: string | null;
  /** Who proposed it. */
  proposedBy: string;
  /** When the quote was made: a move since is news to whoever made it. */
  quotedAt: string;
  now: string;
}

/**
 * Turns a request into a booking like any other: paid by card, or with the plan, which then holds its hours. Both
 * sides have agreed to the time, so a pending one is scheduled, unless that time has passed. A time that the team chose
 * since the quote stands before the quote's; one that the customer chose since, where the quote proposes none, waits
 * for the team. What the team has begun stays where it is. The caller holds the booking's lock.
 */
export async function agreeOn(tx: Tx, booking: Selectable<BookingTable>, agreed: Agreement): Promise<void> {
  const { pays, now } = agreed;
  const { date, isAgreed } = await visitOf(tx, booking, agreed);
  const status =
    isAgreed && booking.status === 'pending' && date && date > now ? 'scheduled' : booking.status;
  await updateBooking(tx, booking.id, {
    ...('minutes' in pays
      ? { payment_type: 'subscription', estimated_minutes: pays.minutes }
      : { payment_type: 'one_time', payment_id: pays.paymentId, price_cents: pays.priceCents }),
    scheduled_date: date,
    status,
    updated_at: now,
  });
  if (date && date !== booking.scheduled_date)
    await insertMove(tx, {
      id: randomUUID(),
      booking_id: booking.id,
      from_date: booking.scheduled_date,
      to_date: date,
      actor_id: agreed.proposedBy,
      at: now,
    });
  if (status !== booking.status) await recordStep(tx, booking, status, booking.user_id, now);
}

/** When the visit is to be once that is agreed on, and whether both sides have agreed to the time. */
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

/** What its customer agreed to is what the work took; the caller holds the booking's lock. */
export const agreeOnMinutes = (tx: Tx, id: string, minutes: number, now: string): Promise<void> =>
  updateBooking(tx, id, { actual_minutes: minutes, updated_at: now });

/** Who moved it last, if that was after `since`. */
async function lastMover(
  db: Db,
  booking: Pick<Selectable<BookingTable>, 'id' | 'user_id'>,
  since: string,
): Promise<'customer' | 'team' | null> {
  const [move] = await selectLastMove(db, { bookingId: booking.id });
  if (!move || move.at <= since) return null;
  return move.actor_id === booking.user_id ? 'customer' : 'team';
}
