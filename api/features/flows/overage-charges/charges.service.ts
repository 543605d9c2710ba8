import { randomUUID } from 'node:crypto';
import { bookingChanged, planChanged } from '../../../bus/changed.ts';
import { centsOf, paidMinutes } from '../../../contract/rules/overage.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type CardPayment, isUndecided, PaymentRefused } from '../../../providers/payments/payments.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import { isInForce } from '../../records/hours/overage/agreements.service.ts';
import { chargedPriceOf, type HourPrice } from '../../records/hours/overage/hour-price.service.ts';
import {
  findAgreement,
  insertAgreement,
  lockAgreement,
  serviceNameOf,
  updateAgreement,
} from '../../records/hours/overage/overage.repository.ts';
import type { OverageTable } from '../../records/hours/overage/overage.table.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import {
  beginOveragePayment,
  lockOveragePayment,
  readOveragePayment,
} from '../../records/payments/overage-payments.service.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import { readRest } from '../../records/payments/refunds/refunds.service.ts';
import { intentOf } from '../../records/payments/secret.service.ts';
import { readPlanAtProvider } from '../../records/subscription/subscription.service.ts';
import { type FulfilmentParts, fulfilPayment } from '../checkout/fulfilment.service.ts';
import { decideRefund, tryRefund } from '../checkout/refunds.service.ts';
import { replaceForeignCharge } from './replaced-customer.service.ts';

/**
 * The work left after the transaction that settled past hours: a charge to make, and a payment to cancel or refund.
 */
export interface Settled {
  /** Minutes of the work paid by card, which are not in the ledger. */
  minutes: number;
  charge: string | null;
  retired: string | null;
  /** The sums to be charged and to be refunded. */
  chargeCents: number;
  backCents: number;
}

const asItWas = { charge: null, retired: null, chargeCents: 0, backCents: 0 };

/** A member's work. */
interface Worked {
  id: string;
  user_id: string;
  service_id: string;
}
interface Means {
  currency: string;
  now: string;
  /** The time at which the work counts, as in the ledger. */
  workedAt: string;
  /** An addition to the service's name in the payment's description. */
  note?: string;
}

/**
 * Decides which part of work that is done, or was cancelled late, is paid by card under the agreement; 0 minutes of
 * work take it back. An agreement about longer work ends if the work was not longer. A charge stays while so much
 * work was done; otherwise it is refunded whole and the rest is charged anew. The caller holds the booking's lock
 * and the member's ledger, and calls `carryOut` after the transaction.
 * @param work.freeMinutes the member's hours, including those that the booking uses already
 */
export async function settleOverage(
  tx: Tx,
  booking: Worked & { estimated_minutes: number },
  work: { freeMinutes: number; actualMinutes: number },
  means: Means,
): Promise<Settled> {
  // Locked before its payment, in the same order as fulfilment does.
  const agreed = await lockAgreement(tx, booking.id);
  if (!agreed) return { ...asItWas, minutes: 0 };
  const longer = Math.max(0, work.actualMinutes - booking.estimated_minutes);
  const extra_minutes = Math.min(agreed.extra_minutes, longer);
  if (extra_minutes < agreed.extra_minutes) await updateAgreement(tx, booking.id, { extra_minutes });
  const most = agreed.minutes + extra_minutes;
  const before = Math.min(agreed.charged_minutes, most);
  const wanted = paidMinutes(most, work);
  return charge(tx, booking, agreed, work.actualMinutes >= before ? Math.max(before, wanted) : wanted, means);
}

/**
 * Lets the card pay more of done work, as its customer has agreed now; 0 minutes change nothing. The caller holds
 * the same locks as above.
 * @param more.price the price of an hour agreed to now; an earlier agreement about the booking keeps its own
 */
export async function chargeMore(
  tx: Tx,
  booking: Worked,
  more: { minutes: number; price: HourPrice | null },
  means: Means,
): Promise<Settled> {
  const agreed = await lockAgreement(tx, booking.id);
  if (!more.price || more.minutes === 0) return { ...asItWas, minutes: agreed?.charged_minutes ?? 0 };
  if (agreed) {
    const { hourCents: hour_cents, tier } = more.price;
    const change = {
      extra_minutes: agreed.extra_minutes + more.minutes,
      ...(!isInForce(agreed) && { hour_cents, tier, agreed_at: means.now }),
    };
    await updateAgreement(tx, booking.id, change);
    return charge(tx, booking, { ...agreed, ...change }, agreed.charged_minutes + more.minutes, means);
  }
  const first = {
    booking_id: booking.id,
    user_id: booking.user_id,
    minutes: 0,
    extra_minutes: more.minutes,
    amount_cents: 0,
    hour_cents: more.price.hourCents,
    tier: more.price.tier,
    agreed_at: means.now,
    payment_id: null,
    charged_minutes: 0,
    owed_since: null,
  };
  await insertAgreement(tx, first);
  return charge(tx, booking, first, more.minutes, means);
}

/** Makes the minutes of done work paid by card equal `minutes`. */
async function charge(
  tx: Tx,
  booking: Worked,
  agreed: OverageTable,
  minutes: number,
  { currency, now, workedAt, note = '' }: Means,
): Promise<Settled> {
  const { payment_id: standing, charged_minutes: before } = agreed;
  if (minutes === before) return { ...asItWas, minutes };
  const back = standing !== null && (await decideRefund(tx, standing, now));
  const returned = back ? await readOveragePayment(tx, standing) : undefined;
  // The team may have refunded a part already, or decided to.
  const backCents = returned ? await readRest(tx, returned) : 0;
  // A new charge says itself that it replaces the earlier one.
  if (returned && minutes === 0) await announceReturn(tx, returned, backCents, now);
  const { hourCents } = await chargedPriceOf(tx, agreed, workedAt);
  const chargeCents = centsOf(hourCents, minutes);
  const begun =
    minutes > 0
      ? await beginOveragePayment(tx, {
          bookingId: booking.id,
          userId: booking.user_id,
          serviceId: booking.service_id,
          amountCents: chargeCents,
          currency,
          description: `${await serviceNameOf(tx, booking.id)}${note}: ${inWords(minutes)} past your hours`,
          now,
        })
      : null;
  await updateAgreement(tx, booking.id, { payment_id: begun, charged_minutes: minutes, owed_since: null });
  return { minutes, charge: begun, retired: standing, chargeCents, backCents };
}

async function announceReturn(tx: Tx, row: PaymentTable, amountCents: number, now: string): Promise<void> {
  if (amountCents === 0 || (await hasGone(tx, row.user_id))) return;
  const { id, user_id: userId, description } = row;
  const news = { what: 'work_returned', description, amountCents } as const;
  await announceBilling(tx, { occasion: `returned:${id}`, userId, news, now });
}

const inWords = (minutes: number): string => `${Math.round((minutes / 60) * 100) / 100} h`;

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/** Makes the decided charge and cancellation, after the transaction; a failure is left to the reconciler. */
export async function carryOut(
  parts: FulfilmentParts,
  { charge, retired }: Pick<Settled, 'charge' | 'retired'>,
): Promise<void> {
  if (retired) await giveUp(parts, retired);
  if (!charge) return;
  try {
    await chargeOverage(parts, charge);
  } catch (err) {
    parts.log.warn(
      { err, payment: charge },
      'work past the hours was not charged; the reconciler tries again',
    );
  }
}

async function giveUp(parts: FulfilmentParts, id: string): Promise<void> {
  const { db, payments, log } = parts;
  const row = await readOveragePayment(db, id);
  if (row?.status !== 'awaiting' || !row.intent_id) return tryRefund(parts, id);
  try {
    await payments.cancelPaymentIntent(row.intent_id, id).catch((error) => {
      // The payment was made already, so it is refunded.
      if (!(error instanceof PaymentRefused)) throw error;
    });
    await fulfilPayment(parts, row.intent_id);
  } catch (err) {
    log.warn({ err, payment: id }, 'a charge was not cancelled; the reconciler asks again');
  }
}

/**
 * Charges done work to the card that pays the plan, while its owner is absent. May run any number of times, also
 * simultaneously and after a crash at any point: an intent is paid at most once, and a card that refused is not
 * tried again automatically.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function chargeOverage(parts: FulfilmentParts, id: string): Promise<void> {
  const { db, payments } = parts;
  const row = await readOveragePayment(db, id);
  if (row?.status !== 'starting' && row?.status !== 'awaiting') return;
  const intentId = await intentOf(parts, row);
  const before = await fulfilPayment(parts, intentId);
  const agreed = await findAgreement(db, row.past_booking_id ?? '');
  // A payment that is being made is neither charged again nor begun anew: it may still succeed.
  if (before.kind !== 'open' || isUndecided(before.status)) return;
  if (agreed?.payment_id !== id || agreed.owed_since) return;
  const begun = await replaceForeignCharge(parts, row, intentId);
  if (begun) return carryOut(parts, { charge: begun, retired: id });
  const cardId = await cardOf(parts, row.user_id);
  const payment: CardPayment = cardId
    ? await payments.chargeCard({ intentId, cardId, offSession: true, attempt: id })
    : { state: 'declined', message: 'There is no card.' };
  if (payment.state === 'declined' || payment.state === 'needs_action') await noteOwed(parts, row);
  else await fulfilPayment(parts, intentId);
}

/** The card that pays a person's plan; without one, their default card. */
async function cardOf(parts: FulfilmentParts, userId: string): Promise<string | null> {
  const customerId = await ensureCustomer(parts, userId);
  const subscriptionId = await readPlanAtProvider(parts.db, userId);
  return (await parts.payments.readCards({ customerId, subscriptionId })).defaultId;
}

/** Notes that the card refused or its bank asks. The owner is notified once and pays it themselves. */
async function noteOwed({ db, clock, changes }: FulfilmentParts, row: PaymentTable): Promise<void> {
  const { id, user_id: userId, past_booking_id: bookingId, amount_cents: amountCents, description } = row;
  if (!bookingId) return;
  await db.transaction().execute(async (tx) => {
    const now = instant(clock);
    const agreed = await lockAgreement(tx, bookingId);
    const { status } = await lockOveragePayment(tx, id);
    if (agreed?.payment_id !== id || agreed.owed_since || status !== 'awaiting') return;
    await updateAgreement(tx, bookingId, { owed_since: now });
    if (await hasGone(tx, userId)) return;
    const news = { what: 'work_owed', description, amountCents } as const;
    await announceBilling(tx, { occasion: `past:${id}`, userId, news, now });
  });
  bookingChanged(changes, { id: bookingId, userId });
  planChanged(changes, userId);
}

/**
 * Pays refused work with the card that now pays the plan, while its owner is present.
 * @returns the secret with which the browser answers the bank; `null` if the bank does not ask, or if the provider
 * is still making an earlier attempt
 * @throws Refusal `not_found`, `payment_incomplete` (declined again; no card), `payment_unavailable`
 */
export function payPastHours(parts: Parts, person: Person, bookingId: string): Promise<string | null> {
  return asRefusal(async () => {
    const { db, payments } = parts;
    const agreed = await findAgreement(db, bookingId);
    if (agreed?.user_id !== person.id || !agreed.payment_id) throw notFound('Payment');
    const row = await readOveragePayment(db, agreed.payment_id);
    if (!row) throw new Error('The decided charge does not exist');
    const intentId = await intentOf(parts, row);
    const before = await fulfilPayment(parts, intentId);
    if (before.kind !== 'open' || isUndecided(before.status)) return null;
    if (await replaceForeignCharge(parts, row, intentId)) {
      await giveUp(parts, row.id);
      return payPastHours(parts, person, bookingId);
    }
    if (before.status === 'requires_action')
      return (await payments.readPaymentIntent(intentId))?.clientSecret ?? null;
    const cardId = await cardOf(parts, person.id);
    if (!cardId) throw new Refusal('payment_incomplete', 'There is no card to charge. Please add one first.');
    const payment = await payments.chargeCard({ intentId, cardId, offSession: false, attempt: randomUUID() });
    if (payment.state === 'declined') throw new Refusal('payment_incomplete', payment.message);
    if (payment.state === 'needs_action') return payment.clientSecret;
    await fulfilPayment(parts, intentId);
    return null;
  });
}
