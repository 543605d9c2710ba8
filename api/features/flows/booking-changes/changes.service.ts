import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { requireNear, requireOpen } from '../../records/bookings/booking-limits.service.ts';
import {
  insertMove,
  recordStep,
  selectMove,
  selectStep,
  updateBooking,
} from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { minutesLostBy } from '../../records/bookings/expired.service.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { isDisputed, refuseDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { giveUpBookingPayments } from '../checkout/quote-payments.service.ts';
import { callOff, carryOutCallOff } from './call-off.service.ts';
import { areTheTerms, changesOf, goesOnUntil, isOnPlannedTerms, type ShownTerms } from './changes.rules.ts';
import { readBooking } from './detail.service.ts';
import { readStake } from './stake.service.ts';
import { isBeyondFirstPlan } from './waiting-terms.service.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>;

/**
 * Moves the person's own booking to another time, until its notice period begins. Payments and held hours stay. The
 * team agreed only to the old time, so a scheduled booking becomes pending again. A time within the next day is
 * allowed; its notice period has then begun. The same time again changes nothing, however late.
 * @param wanted.expectedDate the time that the customer saw, so that a move by the team is not undone unknowingly
 * @param key the id under which the device queued the move: a repeat changes nothing, whatever has happened since
 * @throws Refusal `not_found`, `forbidden`, `invalid_input` (a time that has passed, or at which no visit begins), `conflict` (no longer open, or
 *   moved meanwhile), `too_late`, `hours_short` (its hours, or those of a first plan, have expired by then), `disputed`,
 *   `key_reused`
 */
export async function rescheduleBooking(
  deps: Parts & Pick<Deps, 'business'>,
  person: Person,
  id: string,
  wanted: { scheduledDate: string; expectedDate?: string | null | undefined },
  key: string | null = null,
): Promise<BookingDetail> {
  const { db, clock, env } = deps;
  const to = new Date(wanted.scheduledDate).toISOString();
  await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    if (key && isRepeat(await selectMove(tx, { id: key }), person, id)) return;
    await refuseDisputed(tx, id);
    const now = clock.now();
    const at = now.toISOString();
    const changes = changesOf(booking, await readStake(tx, booking, now), now, env.BUSINESS_TIME_ZONE);
    if (!changes.cancel) throw new Refusal('conflict', 'This booking can no longer be moved');
    if (to === booking.scheduled_date) return;
    if (!changes.mayReschedule)
      throw new Refusal('too_late', 'It is less than 24 hours away, so it can no longer be moved');
    if (wanted.expectedDate !== undefined && !isSameTime(wanted.expectedDate, booking.scheduled_date))
      throw new Refusal(
        'conflict',
        'This booking has been given another time meanwhile, so it was not moved',
      );
    if (to <= at) {
      const message = 'Please select a preferred date and time';
      throw new Refusal('invalid_input', message, { fields: { scheduledDate: message } });
    }
    requireNear(to, now);
    requireOpen(deps, to);
    await refuseExpired(tx, env, booking, { to, now });
    await updateBooking(tx, id, { scheduled_date: to, status: 'pending', updated_at: at });
    await insertMove(tx, {
      id: key ?? randomUUID(),
      booking_id: id,
      from_date: booking.scheduled_date,
      to_date: to,
      actor_id: person.id,
      at,
    });
    if (booking.status !== 'pending') await recordStep(tx, booking, 'pending', person.id, at);
  });
  bookingChanged(deps.changes, { id, userId: person.id });
  return readBooking(deps, person, id);
}

/**
 * Cancels the person's own booking on the terms that they were shown. A card payment is refunded, or a plan's hours
 * are released. If it is too late for either, an agreed card payment is charged as if the work were done. A booking
 * that is cancelled already is returned as it is. Refund and charge are decided in the transaction and made after
 * it, so that an outage of the card provider prevents no cancellation. Payments begun for a quote are cancelled
 * after that, also in an open payment sheet.
 * @param shown.amountCents,shown.hours the other terms shown; older apps leave them out. Without `chargeCents` no
 * charge was shown, and none is made
 * @param key the id under which the device queued it: a repeat changes nothing, also if the booking has been
 * reopened since
 * @throws Refusal `not_found`, `forbidden`, `conflict` (begun or finished), `terms_changed` (nothing was done),
 * `key_reused`
 */
export async function cancelBooking(
  deps: Parts & Pick<Deps, 'payments' | 'log'>,
  person: Person,
  id: string,
  shown: ShownTerms,
  key: string | null = null,
): Promise<BookingDetail> {
  const { db, clock, env } = deps;
  const off = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    if (key && isRepeat(await selectStep(tx, { id: key }), person, id)) return null;
    if (booking.status === 'cancelled') return null;
    await refuseDisputed(tx, id);
    // A simultaneous payment of a plan locks the ledger before the bookings that wait for the plan.
    if (!booking.unpaid_since) await holdLedger(tx, person.id);
    const now = clock.now();
    const stake = await readStake(tx, booking, now);
    const { cancel } = changesOf(booking, stake, now, env.BUSINESS_TIME_ZONE);
    if (!cancel) throw new Refusal('conflict', 'This booking can no longer be called off');
    if (!areTheTerms(cancel, shown))
      throw new Refusal('terms_changed', 'The terms have changed since. Please look at them again.');
    const at = now.toISOString();
    return callOff(
      tx,
      booking,
      { cancel, stake, at },
      { actorId: person.id, now: at, key, currency: env.CURRENCY },
    );
  });
  bookingChanged(deps.changes, { id, userId: person.id });
  if (off) await carryOutCallOff(deps, off);
  await giveUpBookingPayments(deps, id);
  bookingChanged(deps.changes, { id, userId: person.id });
  return readBooking(deps, person, id);
}

/**
 * Cancels a booking whose customer's account is being deleted, on the terms of `termsAt`, unless cancelling has
 * become free since. No card is charged for an agreed visit before that day whose outcome the team has not entered,
 * because its customer was not shown that charge. A booking that cannot be cancelled, is disputed or is cancelled
 * already stays as it is. May be repeated.
 */
export async function callOffForLeaving(
  deps: Parts & Pick<Deps, 'payments' | 'log'>,
  person: Person,
  id: string,
  termsAt: Date,
): Promise<void> {
  const { db, clock, env } = deps;
  const off = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    if (!booking.unpaid_since) await holdLedger(tx, person.id);
    const reckon = async (at: Date) => {
      const stake = await readStake(tx, booking, at);
      const { cancel } = changesOf(booking, stake, at, env.BUSINESS_TIME_ZONE);
      return cancel && { cancel, stake, at: at.toISOString() };
    };
    const now = clock.now();
    const today = await reckon(now);
    const terms = isOnPlannedTerms(today?.cancel ?? null) ? await reckon(termsAt) : today;
    if (!terms || (await isDisputed(tx, id))) return null;
    if (goesOnUntil(termsAt, booking)) terms.cancel.chargeCents = 0;
    const by = { actorId: person.id, now: now.toISOString(), key: null, currency: env.CURRENCY };
    return callOff(tx, booking, terms, by);
  });
  if (off) await carryOutCallOff(deps, off);
  await giveUpBookingPayments(deps, id);
  bookingChanged(deps.changes, { id, userId: person.id });
}

/**
 * Refuses a time by which the booking's hours, or those of its customer's first plan, have expired.
 * @throws Refusal `hours_short`
 */
async function refuseExpired(
  db: Tx,
  env: Parts['env'],
  booking: Selectable<BookingTable>,
  { to, now }: { to: string; now: Date },
) {
  if (await isBeyondFirstPlan(db, env, booking, { to, now }))
    throw new Refusal(
      'hours_short',
      'The first hours of a plan that begins now will have expired by then, so it was not moved. Please choose an earlier time.',
    );
  const lost = await minutesLostBy(db, booking, { to, now: now.toISOString() });
  if (lost > 0)
    throw new Refusal(
      'hours_short',
      `${Math.round((lost / 60) * 100) / 100} h of your hours will have expired by then, so it was not moved. Please choose an earlier time, or call us.`,
    );
}

const isSameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);

/**
 * Whether a change was made under this key before. The change and its key are stored in one row.
 * @throws Refusal `key_reused` if the key belongs to another change
 */
function isRepeat(
  [found]: readonly { booking_id: string; actor_id: string | null }[],
  person: Person,
  bookingId: string,
): boolean {
  if (!found) return false;
  if (found.booking_id === bookingId && found.actor_id === person.id) return true;
  throw new Refusal('key_reused', 'This Idempotency-Key was used for another change');
}
