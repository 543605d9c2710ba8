import type { Selectable } from 'kysely';
import { bookingChanged } from '../../../bus/changed.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordStep, selectStep } from '../../records/bookings/bookings.repository.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { changeBooking } from '../../records/bookings/writes.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { openLedger } from '../../records/hours/ledger.service.ts';
import { readOverageFacts } from '../../records/hours/overage/overage-facts.service.ts';
import { confirmCallOff } from '../../records/notices/own-acts.service.ts';
import { isDisputed, refuseDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { readPaymentFacts } from '../../records/payments/payment-facts.service.ts';
import { updatePayment } from '../../records/payments/payments.repository.ts';
import { tellTeam } from '../../records/team-notices/team-notices.service.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { giveUpBookingPayments } from '../checkout/quote-payments.service.ts';
import { tryRefund } from '../checkout/refunds.service.ts';
import { carryOut } from '../overage-charges/charges.service.ts';
import { applyHours } from '../overage-charges/overage.service.ts';
import {
  type CallOffDecision,
  type CallOffFacts,
  type CallOffTerms,
  decideCallOff,
} from './call-off.decide.ts';
import {
  areTheTerms,
  changesOf,
  goesOnUntil,
  isMadeBefore,
  isOnPlannedTerms,
  type ShownTerms,
} from './change-terms.rules.ts';
import { readBooking } from './detail.service.ts';
import { readStake } from './stake.service.ts';

type Booking = Selectable<BookingTable>;
type Parts = FulfilmentParts & Pick<Deps, 'env'>;

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
  deps: Parts,
  person: Person,
  id: string,
  shown: ShownTerms,
  key: string | null = null,
): Promise<BookingDetail> {
  const { db, clock, env } = deps;
  const off = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    const [earlier] = key ? await selectStep(tx, { id: key }) : [];
    if (isMadeBefore(earlier, { bookingId: id, actorId: person.id })) return null;
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
    const by = { actorId: person.id, now: at, key, currency: env.CURRENCY };
    const decision = await callOff(tx, booking, { cancel, stake, at }, by);
    const terms = { ...cancel, chargeCents: cancel.chargeCents ?? 0 };
    await confirmCallOff(tx, { bookingId: id, userId: person.id, terms, now: at });
    return decision;
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
  deps: Parts,
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
 * Cancels a booking on these terms. The caller holds the booking's lock and the member's ledger, in the transaction
 * that computed the terms, and calls `carryOutCallOff` after it.
 */
async function callOff(
  db: Tx,
  booking: Booking,
  terms: CallOffTerms,
  by: { actorId: string; now: string; key: string | null; currency: string },
): Promise<CallOffDecision> {
  const decision = decideCallOff(await readCallOffFacts(db, booking, terms, by), terms);
  await applyCallOff(db, booking, decision, by);
  return decision;
}

async function readCallOffFacts(
  db: Tx,
  booking: Booking,
  { cancel, stake, at: workedAt }: CallOffTerms,
  { now, currency }: { now: string; currency: string },
): Promise<CallOffFacts> {
  const { id: bookingId, user_id: userId, payment_id } = booking;
  const isLate = cancel.outcome === 'forfeit' && stake.late !== undefined;
  return {
    booking,
    now,
    currency,
    hours: isLate
      ? {
          ledger: await openLedger(db, { userId, bookingId, now }),
          overage: await readOverageFacts(db, booking, {
            workedAt,
            isGone: await hasGone(db, userId),
            locks: true,
          }),
        }
      : null,
    paid: cancel.outcome === 'refund' && payment_id ? await readPaymentFacts(db, payment_id, true) : null,
  };
}

async function applyCallOff(
  db: Tx,
  booking: Booking,
  { hours, refunding }: CallOffDecision,
  { actorId, now, key }: { actorId: string; now: string; key: string | null },
): Promise<void> {
  await changeBooking(db, booking, { status: 'cancelled', updated_at: now });
  await recordStep(db, booking, 'cancelled', actorId, now, key ?? undefined);
  if (refunding) await updatePayment(db, refunding, { status: 'refunding', updated_at: now });
  if (hours) await applyHours(db, booking, hours, now);
  if (isSoon(booking, now))
    await tellTeam(db, {
      news: { what: 'late_cancellation', bookingId: booking.id },
      key: `${booking.id}:${now}`,
      now,
    });
}

/** Whether a visit begins within a day, so that somebody has planned for it. */
const isSoon = ({ scheduled_date }: Booking, now: string): boolean =>
  scheduled_date !== null &&
  scheduled_date > now &&
  Date.parse(scheduled_date) - Date.parse(now) <= 24 * 3_600_000;

/** Makes the decided refund and charge at the provider. */
async function carryOutCallOff(deps: FulfilmentParts, { refund, hours }: CallOffDecision): Promise<void> {
  if (refund) await tryRefund(deps, refund);
  if (hours?.overage) await carryOut(deps, hours.overage);
}
