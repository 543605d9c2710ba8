import { instant } from '../../../core/clock.ts';
import { isUndecided, PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { isCharged } from '../../records/hours/overage/agreements.service.ts';
import {
  endUnstarted,
  selectOpenPayments,
  touchPayment,
} from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { isStillPayable } from '../../records/quotes/settlement.service.ts';
import { type FulfilmentParts, fulfilPayment } from '../checkout/fulfilment.service.ts';
import { chargeOverage } from '../overage-charges/charges.service.ts';

const unseenMs = 60_000;
const abandonedMs = 24 * 60 * 60_000;
const batch = 50;

/**
 * Reads open payments at the provider again. Payments unpaid for a day are cancelled, and those of a quote as soon
 * as the quote cannot be paid any more. Charges for done work are made, or stay owed.
 * @throws PaymentsUnavailable
 */
export async function reconcilePayments(deps: FulfilmentParts, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const unseen = new Date(clock.now().getTime() - unseenMs).toISOString();
  for (const payment of await selectOpenPayments(db, unseen, batch)) {
    if (stopping.aborted) return;
    // Noted first, so that a failing payment comes after the others in the next round.
    await touchPayment(db, payment.id, instant(clock));
    try {
      await reconcilePayment(deps, payment);
    } catch (err) {
      if (err instanceof PaymentsUnavailable) throw err;
      log.warn({ err, payment: payment.id }, 'a payment could not be reconciled');
    }
  }
}

async function reconcilePayment(deps: FulfilmentParts, payment: PaymentTable): Promise<void> {
  const { db, clock, payments } = deps;
  if (await isCharged(db, payment)) return chargeOverage(deps, payment.id);
  const abandoned =
    payment.past_booking_id !== null ||
    Date.parse(payment.created_at) < clock.now().getTime() - abandonedMs ||
    (payment.quote_id !== null && !(await isStillPayable(db, payment.quote_id, instant(clock))));
  if (!payment.intent_id) {
    // The secret was given to nobody, so the payment cannot have been made.
    if (abandoned) await endUnstarted(db, payment.id, instant(clock));
    return;
  }
  const outcome = await fulfilPayment(deps, payment.intent_id);
  if (!abandoned || outcome.kind !== 'open' || isUndecided(outcome.status)) return;
  await payments.cancelPaymentIntent(payment.intent_id, payment.id);
  await fulfilPayment(deps, payment.intent_id);
}
