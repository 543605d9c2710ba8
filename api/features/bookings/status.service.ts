import type { BookingDetail, BookingStatus } from '../../contract/entities.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { decideRefund, tryRefund } from '../checkout/refunds.service.ts';
import { settleBooking } from '../hours/hours.service.ts';
import { announceStatus } from '../notices/notices.service.ts';
import { lockBooking, recordStep, updateBooking } from './bookings.repository.ts';
import { readBooking } from './detail.service.ts';

/**
 * Sets a booking's status, from any to any (spec §4), and its actual hours. Completing without hours takes those
 * that were given earlier, or else the estimate; taking a booking out of completed forgets them. What a plan's
 * booking uses of the member's hours follows in the same transaction. The same call again changes nothing.
 *
 * The team's cancellation gives everything back, whenever it comes: hours, and a card payment, which is refunded.
 * Taking a booking out of cancelled reverses what a late cancellation has cost in hours; a refund that was decided
 * stays, and such a booking goes on unpaid.
 * @param actualHours `undefined` leaves them to the rule above, `null` clears them
 * @throws Refusal `not_found`; the contract's table lets only administrators call it
 */
export async function setBookingStatus(
  parts: Pick<Deps, 'db' | 'clock' | 'env' | 'payments' | 'log'>,
  person: Person,
  id: string,
  { status, actualHours }: { status: BookingStatus; actualHours?: number | null | undefined },
): Promise<BookingDetail> {
  const { db, clock } = parts;
  const refundOf = await db.transaction().execute(async (tx) => {
    const now = clock.now().toISOString();
    const booking = await lockBooking(tx, id);
    if (!booking) throw notFound('Booking');
    const was = booking.status === 'completed';
    const is = status === 'completed';

    const inherited = was && !is ? null : booking.actual_minutes;
    const kept =
      actualHours === undefined ? inherited : actualHours === null ? null : Math.round(actualHours * 60);
    const actual_minutes = is ? (kept ?? booking.estimated_minutes) : kept;
    const completed_date = is ? (booking.completed_date ?? now) : null;
    const changed =
      status !== booking.status ||
      actual_minutes !== booking.actual_minutes ||
      completed_date !== booking.completed_date;
    if (!changed) return null;

    await updateBooking(tx, id, { status, actual_minutes, completed_date, updated_at: now });
    if (status !== booking.status) {
      await recordStep(tx, booking, status, person.id, now);
      await announceStatus(tx, { bookingId: id, userId: booking.user_id, status, actorId: person.id, now });
    }
    const cancels = status === 'cancelled' && booking.status !== 'cancelled';
    if (booking.payment_type === 'subscription') {
      const use = { userId: booking.user_id, bookingId: id, usedAt: completed_date ?? now, now };
      // First back to nothing, so that work that is done after all counts from the day it was done.
      if (booking.status === 'cancelled' && status !== 'cancelled')
        await settleBooking(tx, { ...use, minutes: 0 });
      if (was || is) await settleBooking(tx, { ...use, minutes: is ? (actual_minutes ?? 0) : 0 });
    }
    const repays = cancels && booking.payment_id && (await decideRefund(tx, booking.payment_id, now));
    return repays ? booking.payment_id : null;
  });
  if (refundOf) await tryRefund(parts, refundOf);
  return readBooking(parts, person, id);
}
