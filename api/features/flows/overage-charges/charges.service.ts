import { randomUUID } from 'node:crypto';
import { bookingChanged, planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import {
  type CardPayment,
  isUndecided,
  noCard,
  PaymentRefused,
} from '../../../providers/payments/payments.ts';
import { ensureCustomer } from '../../records/account/account.service.ts';
import { hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import {
  findAgreement,
  lockAgreement,
  updateAgreement,
} from '../../records/hours/overage/overage.repository.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { lockOveragePayment, readOveragePayment } from '../../records/payments/overage-payments.service.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import { intentOf } from '../../records/payments/secret.service.ts';
import { readPlanAtProvider } from '../../records/subscription/subscription.service.ts';
import { type FulfilmentParts, fulfilPayment } from '../checkout/fulfilment.service.ts';
import { tryRefund } from '../checkout/refunds.service.ts';
import { replaceForeignCharge } from './replaced-customer.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/** Makes the decided charge and cancellation, after the transaction; a failure is left to the reconciler. */
export async function carryOut(
  deps: FulfilmentParts,
  { charge, retired }: { charge: { id: string } | null; retired: string | null },
): Promise<void> {
  if (retired) await giveUp(deps, retired);
  if (!charge) return;
  try {
    await chargeOverage(deps, charge.id);
  } catch (err) {
    deps.log.warn(
      { err, payment: charge.id },
      'work past the hours was not charged; the reconciler tries again',
    );
  }
}

async function giveUp(deps: FulfilmentParts, id: string): Promise<void> {
  const { db, payments, log } = deps;
  const row = await readOveragePayment(db, id);
  if (row?.status !== 'awaiting' || !row.intent_id) return tryRefund(deps, id);
  try {
    await payments.cancelPaymentIntent(row.intent_id, id).catch((error) => {
      // The payment was made already, so it is refunded.
      if (!(error instanceof PaymentRefused)) throw error;
    });
    await fulfilPayment(deps, row.intent_id);
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
export async function chargeOverage(deps: FulfilmentParts, id: string): Promise<void> {
  const { db, payments } = deps;
  const row = await readOveragePayment(db, id);
  if (row?.status !== 'starting' && row?.status !== 'awaiting') return;
  const intentId = await intentOf(deps, row);
  const before = await fulfilPayment(deps, intentId);
  const agreed = await findAgreement(db, row.past_booking_id ?? '');
  // A payment that is being made is neither charged again nor begun anew: it may still succeed.
  if (before.kind !== 'open' || isUndecided(before.status)) return;
  if (agreed?.payment_id !== id || agreed.owed_since) return;
  const begun = await replaceForeignCharge(deps, row, intentId);
  if (begun) return carryOut(deps, { charge: { id: begun }, retired: id });
  const cardId = await cardOf(deps, row.user_id);
  const payment: CardPayment = cardId
    ? await payments.chargeCard({ intentId, cardId, offSession: true, attempt: id })
    : { state: 'declined', message: 'There is no card.' };
  if (payment.state === 'declined' || payment.state === 'needs_action') await noteOwed(deps, row);
  else await fulfilPayment(deps, intentId);
}

/** The card that pays a person's plan; without one, their default card. */
async function cardOf(deps: FulfilmentParts, userId: string): Promise<string | null> {
  const customerId = await ensureCustomer(deps, userId);
  const subscriptionId = await readPlanAtProvider(deps.db, userId);
  return (await deps.payments.readCards({ customerId, subscriptionId })).defaultId;
}

/** Notes that the card refused or its bank asks. The owner is notified once and pays it themselves. */
async function noteOwed(deps: FulfilmentParts, row: PaymentTable): Promise<void> {
  const { db, clock, changes } = deps;
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
export function payPastHours(deps: Parts, person: Person, bookingId: string): Promise<string | null> {
  return asRefusal(async () => {
    const { db, payments } = deps;
    const agreed = await findAgreement(db, bookingId);
    if (agreed?.user_id !== person.id || !agreed.payment_id) throw notFound('Payment');
    const row = await readOveragePayment(db, agreed.payment_id);
    if (!row) throw new Error('The decided charge does not exist');
    const intentId = await intentOf(deps, row);
    const before = await fulfilPayment(deps, intentId);
    if (before.kind !== 'open' || isUndecided(before.status)) return null;
    if (await replaceForeignCharge(deps, row, intentId)) {
      await giveUp(deps, row.id);
      return payPastHours(deps, person, bookingId);
    }
    if (before.status === 'requires_action')
      return (await payments.readPaymentIntent(intentId))?.clientSecret ?? null;
    const cardId = await cardOf(deps, person.id);
    if (!cardId) throw new Refusal('payment_incomplete', noCard);
    const payment = await payments.chargeCard({ intentId, cardId, offSession: false, attempt: randomUUID() });
    if (payment.state === 'declined') throw new Refusal('payment_incomplete', payment.message);
    if (payment.state === 'needs_action') return payment.clientSecret;
    await fulfilPayment(deps, intentId);
    return null;
  });
}
