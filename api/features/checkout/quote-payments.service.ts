import { instant } from '../../core/clock.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { PaymentRefused } from '../../providers/payments/payments.ts';
import { newPayment } from '../payments/new-payment.ts';
import {
  findLiveOfQuote,
  findPayment,
  insertPayment,
  selectOpenOfBooking,
  selectOpenOfPerson,
  selectOpenOfQuote,
} from '../payments/payments.repository.ts';
import type { PaymentTable } from '../payments/payments.table.ts';
import { asRefusal } from '../payments/provider-refusal.ts';
import { secretOf } from '../payments/secret.service.ts';
import { isStillPayable } from '../quotes/settlement.service.ts';
import { type FulfilmentParts, fulfilPayment } from './fulfilment.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/**
 * The one payment of a quote that can lead to something, begun where there is none; the caller holds the booking's
 * lock, so taps at once and two tabs find the same.
 * @returns its id
 */
export async function claimQuotePayment(
  tx: Tx,
  wanted: {
    quoteId: string;
    userId: string;
    serviceId: string;
    amountCents: number;
    currency: string;
    description: string;
    now: string;
  },
): Promise<string> {
  const live = await findLiveOfQuote(tx, wanted.quoteId);
  if (live) return live.id;
  const row = newPayment(
    {
      user_id: wanted.userId,
      service_id: wanted.serviceId,
      quote_id: wanted.quoteId,
      amount_cents: wanted.amountCents,
      currency: wanted.currency,
      description: wanted.description,
    },
    wanted.now,
  );
  await insertPayment(tx, row);
  return row.id;
}

/** What a browser needs to pay a quote; `again` where this payment has ended, and the quote is to be looked at again. */
export type QuotePayment = { kind: 'pay'; clientSecret: string } | { kind: 'paid' } | { kind: 'again' };

/**
 * Goes on with a payment that was claimed: another tab may have made it or given it up, so it is looked at first. So
 * is the quote last: whoever ended it before the intent was known had nothing to cancel, and whoever ends it later has.
 * @throws Refusal `conflict` (paid, could not be booked, refunded), `payment_unavailable`
 */
export function openQuotePayment(parts: Parts, paymentId: string): Promise<QuotePayment> {
  return asRefusal(async () => {
    const row = await findPayment(parts.db, paymentId);
    if (!row) throw new Error('A payment that was claimed is gone');
    if (row.intent_id) {
      const { kind } = await fulfilPayment(parts, row.intent_id);
      if (kind === 'booked') return { kind: 'paid' };
      if (kind === 'canceled') return { kind: 'again' };
      if (kind === 'refunded') throw quoteRefunded();
    }
    const clientSecret = await secretOf(parts, row);
    if (!row.quote_id || (await isStillPayable(parts.db, row.quote_id, instant(parts.clock))))
      return { kind: 'pay', clientSecret };
    await giveUpQuotePayments(parts, row.quote_id);
    return { kind: 'again' };
  });
}

export const quoteRefunded = () =>
  new Refusal('conflict', 'This quote can no longer be accepted, and your payment has been refunded');

/**
 * Cancels what was begun and not paid for a quote that stands no more. What was paid in the meantime is given back by
 * the room that books; what fails here is left to the reconciler. A payment without an intent was shown to nobody:
 * whoever is about to show it looks at the quote again (`openQuotePayment`).
 */
export async function giveUpQuotePayments(parts: FulfilmentParts, quoteId: string): Promise<void> {
  await giveUp(parts, await selectOpenOfQuote(parts.db, quoteId));
}

/** The same for a booking that was called off, whatever quotes it has had; after the transaction that calls it off. */
export async function giveUpBookingPayments(parts: FulfilmentParts, bookingId: string): Promise<void> {
  await giveUp(parts, await selectOpenOfBooking(parts.db, bookingId));
}

/** The same for all that a person began who leaves. */
export async function giveUpPaymentsOf(parts: FulfilmentParts, userId: string): Promise<void> {
  await giveUp(parts, await selectOpenOfPerson(parts.db, userId));
}

async function giveUp(parts: FulfilmentParts, begun: readonly PaymentTable[]): Promise<void> {
  const { payments, log } = parts;
  for (const { id, intent_id } of begun) {
    if (!intent_id) continue;
    try {
      await payments.cancelPaymentIntent(intent_id, id).catch((error) => {
        // It was paid, or cancelled, already.
        if (!(error instanceof PaymentRefused)) throw error;
      });
      await fulfilPayment(parts, intent_id);
    } catch (err) {
      log.warn({ err, payment: id }, 'a payment was not cancelled; the reconciler asks again');
    }
  }
}
