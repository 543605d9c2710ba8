import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { PaymentRefused } from '../../../providers/payments/payments.ts';
import {
  findPayment,
  selectOpenByIds,
  selectOpenOfBooking,
  selectOpenOfPerson,
  selectOpenOfQuote,
} from '../../records/payments/payments.repository.ts';
import type { PaymentTable } from '../../records/payments/payments.table.ts';
import { asRefusal } from '../../records/payments/provider-refusal.ts';
import { secretOf } from '../../records/payments/secret.service.ts';
import { isStillPayable } from '../../records/quotes/settlement.service.ts';
import { type FulfilmentParts, fulfilPayment } from './fulfilment.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/**
 * The facts with which a browser pays a quote; `again` if this payment has ended and the quote must be read again.
 */
export type QuotePayment = { kind: 'pay'; clientSecret: string } | { kind: 'paid' } | { kind: 'again' };

/**
 * Continues a claimed payment. The payment is checked first, because another tab may have paid or cancelled it. The
 * quote is checked last: if it ended before the intent was stored, nobody could cancel the intent; if it ends later,
 * somebody does.
 * @throws Refusal `conflict` (paid, could not be booked, refunded), `payment_unavailable`
 */
export function openQuotePayment(deps: Parts, paymentId: string): Promise<QuotePayment> {
  return asRefusal(async () => {
    const row = await findPayment(deps.db, paymentId);
    if (!row) throw new Error('The claimed payment does not exist');
    if (row.intent_id) {
      const { kind } = await fulfilPayment(deps, row.intent_id);
      if (kind === 'booked') return { kind: 'paid' };
      if (kind === 'canceled') return { kind: 'again' };
      if (kind === 'refunded') throw quoteRefunded();
    }
    const clientSecret = await secretOf(deps, row);
    if (!row.quote_id || (await isStillPayable(deps.db, row.quote_id, instant(deps.clock))))
      return { kind: 'pay', clientSecret };
    await giveUpQuotePayments(deps, row.quote_id);
    return { kind: 'again' };
  });
}

export const quoteRefunded = () =>
  new Refusal('conflict', 'This quote can no longer be accepted, and your payment has been refunded');

/**
 * Cancels the unpaid payments of a quote that is no longer open. A payment made meanwhile is refunded by fulfilment;
 * a failure here is left to the reconciler. A payment without an intent was shown to nobody, and `openQuotePayment`
 * checks the quote again before showing one.
 */
export async function giveUpQuotePayments(deps: FulfilmentParts, quoteId: string): Promise<void> {
  await giveUp(deps, await selectOpenOfQuote(deps.db, quoteId));
}

/** The same for all quotes of a cancelled booking; called after the transaction of the cancellation. */
export async function giveUpBookingPayments(deps: FulfilmentParts, bookingId: string): Promise<void> {
  await giveUp(deps, await selectOpenOfBooking(deps.db, bookingId));
}

/** The same for these payments. */
export async function giveUpPayments(deps: FulfilmentParts, ids: readonly string[]): Promise<void> {
  if (ids.length) await giveUp(deps, await selectOpenByIds(deps.db, ids));
}

/** The same for all open payments of a person whose account is being deleted. */
export async function giveUpPaymentsOf(deps: FulfilmentParts, userId: string): Promise<void> {
  await giveUp(deps, await selectOpenOfPerson(deps.db, userId));
}

async function giveUp(deps: FulfilmentParts, begun: readonly PaymentTable[]): Promise<void> {
  const { payments, log } = deps;
  for (const { id, intent_id } of begun) {
    if (!intent_id) continue;
    try {
      await payments.cancelPaymentIntent(intent_id, id).catch((error) => {
        // The intent was paid or cancelled already.
        if (!(error instanceof PaymentRefused)) throw error;
      });
      await fulfilPayment(deps, intent_id);
    } catch (err) {
      log.warn({ err, payment: id }, 'a payment was not cancelled; the reconciler asks again');
    }
  }
}
