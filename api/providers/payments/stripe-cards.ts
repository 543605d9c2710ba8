import type Stripe from 'stripe';
import type { CustomerCards, Payments } from './payments.ts';
import { callProvider, orNull } from './stripe-errors.ts';
import { cardFrom, idOf, need } from './stripe-objects.ts';

type CardCalls = Pick<Payments, 'createSetupIntent' | 'readCards' | 'setDefaultCard' | 'removeCard'>;

/** The saved cards of customers at the card provider. */
export function cardCalls(stripe: Stripe): CardCalls {
  return {
    createSetupIntent: ({ customerId, attempt }) =>
      callProvider(async () => {
        const setup = await stripe.setupIntents.create(
          { customer: customerId, usage: 'off_session', allowed_payment_method_types: ['card'] },
          { idempotencyKey: `setup-intent:${attempt}:${customerId}` },
        );
        return need(setup.client_secret, 'client_secret');
      }),

    readCards: ({ customerId, subscriptionId }) =>
      callProvider(async (): Promise<CustomerCards> => {
        const [customer, subscription, methods] = await Promise.all([
          orNull(() => stripe.customers.retrieve(customerId)),
          subscriptionId && orNull(() => stripe.subscriptions.retrieve(subscriptionId)),
          // A customer that was deleted has no cards.
          orNull(() => stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 })),
        ]);
        const cards = methods?.data.flatMap(cardFrom) ?? [];
        const ofPlan = subscription ? idOf(subscription.default_payment_method) : null;
        const ofCustomer =
          !customer || customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
        const paying = cards.find((card) => card.id === (ofPlan ?? ofCustomer));
        return { cards, defaultId: paying?.id ?? null, paysOtherwise: ofPlan !== null && !paying };
      }),

    setDefaultCard: ({ customerId, subscriptionId, cardId, attempt }) =>
      callProvider(async () => {
        // A plan's own card is charged before the customer's, so both must be the same.
        if (subscriptionId) {
          await stripe.subscriptions.update(
            subscriptionId,
            { default_payment_method: cardId },
            { idempotencyKey: `subscription-card:${attempt}` },
          );
        }
        await stripe.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: cardId } },
          { idempotencyKey: `default-card:${attempt}` },
        );
      }),

    removeCard: (cardId, attempt) =>
      callProvider(async () => {
        const known = await orNull(() => stripe.paymentMethods.retrieve(cardId));
        if (!known?.customer) return;
        await stripe.paymentMethods.detach(cardId, {}, { idempotencyKey: `remove-card:${attempt}` });
      }),
  };
}
