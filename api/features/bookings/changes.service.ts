import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { BookingChanges, BookingDetail } from '../../contract/entities.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { decideRefund, tryRefund } from '../checkout/refunds.service.ts';
import { settleBooking } from '../hours/hours.service.ts';
import { insertMove, recordStep, updateBooking } from './bookings.repository.ts';
import type { BookingTable } from './bookings.table.ts';
import { changesOf } from './changes.policy.ts';
import { readBooking } from './detail.service.ts';
import { lockOwnBooking } from './own-booking.service.ts';
import { readStake } from './stake.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env'>;
type Outcome = NonNullable<BookingChanges['cancel']>['outcome'];

/**
 * Moves the person's own booking to another time, until its notice begins. What was paid or is held stays as it is.
 * The team agreed to the old time, so a scheduled booking is pending again. A time within the next day is a person's
 * to choose; the notice of the new time has then begun. The same time again changes nothing, however late.
 * @throws Refusal `not_found`, `forbidden`, `invalid_input` (a time that has passed), `conflict` (no longer open), `too_late`
 */
export async function rescheduleBooking(
  parts: Parts,
  person: Person,
  id: string,
  wanted: { scheduledDate: string },
): Promise<BookingDetail> {
  const { db, clock, env } = parts;
  const to = new Date(wanted.scheduledDate).toISOString();
  await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    const now = clock.now();
    const at = now.toISOString();
    const changes = changesOf(booking, await readStake(tx, booking, now), now, env.BUSINESS_TIME_ZONE);
    if (!changes.cancel) throw new Refusal('conflict', 'This booking can no longer be moved');
    if (to === booking.scheduled_date) return;
    if (!changes.mayReschedule)
      throw new Refusal('too_late', 'It is less than 24 hours away, so it can no longer be moved');
    if (to <= at) {
      const message = 'Please select a preferred date and time';
      throw new Refusal('invalid_input', message, { fields: { scheduledDate: message } });
    }
    await updateBooking(tx, id, { scheduled_date: to, status: 'pending', updated_at: at });
    await insertMove(tx, {
      id: randomUUID(),
      booking_id: id,
      from_date: booking.scheduled_date,
      to_date: to,
      actor_id: person.id,
      at,
    });
    if (booking.status !== 'pending') await recordStep(tx, booking, 'pending', person.id, at);
  });
  return readBooking(parts, person, id);
}

/**
 * Calls the person's own booking off on the terms that they were shown: a card payment comes back, a plan's hours
 * are released, or it is too late for both. A booking that is off already is answered as it is. The refund is
 * decided with the rest and made after it, so that a card provider that is away keeps nobody from calling off.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (begun or finished), `terms_changed` (nothing was done)
 */
export async function cancelBooking(
  parts: Parts & Pick<Deps, 'payments' | 'log'>,
  person: Person,
  id: string,
  shown: { outcome: Outcome },
): Promise<BookingDetail> {
  const { db, clock, env } = parts;
  const refundOf = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    if (booking.status === 'cancelled') return null;
    const now = clock.now();
    const { cancel } = changesOf(booking, await readStake(tx, booking, now), now, env.BUSINESS_TIME_ZONE);
    if (!cancel) throw new Refusal('conflict', 'This booking can no longer be called off');
    if (cancel.outcome !== shown.outcome)
      throw new Refusal('terms_changed', 'The terms have changed since. Please look at them again.');
    return callOff(tx, booking, cancel.outcome, person, now.toISOString());
  });
  if (refundOf) await tryRefund(parts, refundOf);
  return readBooking(parts, person, id);
}

/** @returns the payment to refund after the transaction */
async function callOff(
  tx: Tx,
  booking: Selectable<BookingTable>,
  outcome: Outcome,
  person: Person,
  at: string,
): Promise<string | null> {
  await updateBooking(tx, booking.id, { status: 'cancelled', updated_at: at });
  await recordStep(tx, booking, 'cancelled', person.id, at);
  if (outcome === 'forfeit' && booking.payment_type === 'subscription') {
    const { user_id: userId, id: bookingId, estimated_minutes: minutes } = booking;
    await settleBooking(tx, { userId, bookingId, minutes, usedAt: at, now: at });
  }
  if (outcome !== 'refund' || !booking.payment_id) return null;
  return (await decideRefund(tx, booking.payment_id, at)) ? booking.payment_id : null;
}
