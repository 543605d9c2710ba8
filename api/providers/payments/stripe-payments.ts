import type Stripe from 'stripe';
import type { CardPayment, Payments } from './payments.ts';
import { callProvider, hasCode, isDeclined, orNull } from './stripe-errors.ts';
import { disputeFrom, intentFrom, paymentFrom, refundKey, refundsFrom } from './stripe-objects.ts';

type PaymentCalls = Pick<
  Payments,
  'describePayment' | 'createPaymentIntent' | 'readPaymentIntent' | 'cancelPaymentIntent' | 'chargeCard'
>;

type RefundCalls = Pick<Payments, 'refund' | 'readRefunds' | 'readDisputes'>;

/** Single payments at the card provider: their intents and the charge of a saved card. */
export function paymentCalls(stripe: Stripe): PaymentCalls {
  return {
    describePayment: (id, description) =>
      callProvider(async () => {
        if (!(await orNull(() => stripe.paymentIntents.update(id, { description })))) return;
        // Each charge has its own copy of the description.
        const { data } = await stripe.charges.list({ payment_intent: id, limit: 100 });
        const others = data.filter((charge) => charge.description !== description);
        for (const charge of others) await stripe.charges.update(charge.id, { description });
      }),

    createPaymentIntent: ({ customerId, amountCents, currency, description, metadata, attempt }) =>
      callProvider(async () =>
        intentFrom(
          await stripe.paymentIntents.create(
            {
              customer: customerId,
              amount: amountCents,
              currency,
              description,
              metadata,
              allowed_payment_method_types: ['card'],
            },
            { idempotencyKey: `payment-intent:${attempt}:${customerId}` },
          ),
        ),
      ),

    readPaymentIntent: (id) =>
      callProvider(() => orNull(async () => intentFrom(await stripe.paymentIntents.retrieve(id)))),

    cancelPaymentIntent: (id, attempt) =>
      callProvider(async () =>
        intentFrom(
          await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: `payment-intent-cancel:${attempt}` }),
        ),
      ),

    chargeCard: ({ intentId, cardId, offSession, attempt }) =>
      callProvider(async (): Promise<CardPayment> => {
        let refused: unknown = null;
        try {
          await stripe.paymentIntents.confirm(
            intentId,
            { payment_method: cardId, ...(offSession && { off_session: true }) },
            // A charge to another card is another request, which the provider would refuse under the same key.
            { idempotencyKey: `charge:${attempt}:${cardId}` },
          );
        } catch (error) {
          refused = error;
        }
        // Read afresh: another tap may have been quicker, and the answer repeated for a key may be old.
        const now = paymentFrom(await stripe.paymentIntents.retrieve(intentId));
        if (refused && now.state === 'declined' && !isDeclined(refused)) throw refused;
        return now;
      }),
  };
}

/** Refunds of payments at the card provider, and disputes by the payer's bank. */
export function refundCalls(stripe: Stripe): RefundCalls {
  const disputesOf = async (payment_intent: string) =>
    (await stripe.disputes.list({ payment_intent, limit: 100 })).data;

  return {
    refund: ({ paymentIntentId, attempt, part }) =>
      callProvider(async () => {
        try {
          await stripe.refunds.create(
            {
              payment_intent: paymentIntentId,
              ...(part && { amount: part.amountCents }),
              ...(part?.refundId && { metadata: { [refundKey]: part.refundId } }),
            },
            { idempotencyKey: `refund:${attempt}` },
          );
        } catch (error) {
          // The aim is reached already. The provider forgets keys after a day, but not refunds.
          if (!hasCode(error, 'charge_already_refunded')) throw error;
        }
      }),

    readRefunds: (paymentIntentId) =>
      callProvider(async () => {
        const [intent, refunds] = await Promise.all([
          stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
          stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }),
        ]);
        const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
        const disputes = charge?.disputed ? await disputesOf(paymentIntentId) : [];
        return refundsFrom(intent, refunds.data, disputes);
      }),

    readDisputes: (paymentIntentId) =>
      callProvider(async () => (await disputesOf(paymentIntentId)).map(disputeFrom)),
  };
}
