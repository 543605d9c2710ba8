import Stripe from 'stripe';
import * as z from 'zod/mini';
import { type WebhookEvent, WebhookRefused } from './payments.ts';
import { idOf } from './stripe-objects.ts';

/**
 * The events that the provider must send: all that can change our records of a payment or a plan, or the list of
 * cards.
 */
export const neededEvents = [
  'payment_intent.created',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
] as const satisfies Stripe.Event['type'][];

/** The greatest difference between a webhook's time and ours, in either direction (design §5). */
const toleranceSeconds = 300;

/** The fields that every event has. The rest is a hint, read with care, since the truth is read again. */
const eventShape = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({ object: z.string(), id: z.optional(z.string()) }) }),
});

/** See `Payments.readWebhook`. */
export function readStripeWebhook(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  signature: string | undefined,
  now: Date,
): WebhookEvent {
  if (signature === undefined) throw new WebhookRefused('The webhook carries no signature.');
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    const expected =
      error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!expected) throw error;
    throw new WebhookRefused(error.message, { cause: error });
  }
  // The SDK reads the last `t` and accepts any in the future.
  const time = Number(
    signature
      .split(',')
      .findLast((part) => part.startsWith('t='))
      ?.slice(2),
  );
  if (!(time - now.getTime() / 1000 <= toleranceSeconds)) {
    throw new WebhookRefused("The webhook's time is in the future.");
  }
  if (!eventShape.safeParse(event).success) throw new WebhookRefused('The webhook is no event.');
  return { id: event.id, type: event.type, object: objectOf(event) };
}

function objectOf({ type, data: { object } }: Stripe.Event): WebhookEvent['object'] {
  const fields: { object?: string; id?: string } = object;
  const id = fields.id ?? '';
  switch (fields.object) {
    case 'payment_intent':
    case 'subscription':
      return { kind: fields.object, id };
    case 'invoice': {
      // An endpoint with an API version before 2025-03-31.basil has the field in another place.
      const { parent, subscription } = object as Stripe.Invoice & {
        subscription?: string | Stripe.Subscription | null;
      };
      const subscriptionId = idOf(parent?.subscription_details?.subscription ?? subscription);
      return { kind: 'invoice', id, ...(subscriptionId && { subscriptionId }) };
    }
    case 'setup_intent': {
      const customerId = idOf((object as Stripe.SetupIntent).customer);
      return type === 'setup_intent.succeeded' && customerId
        ? { kind: 'card', id: customerId }
        : { kind: 'other', id };
    }
    case 'dispute': {
      const intentId = idOf((object as Stripe.Dispute).payment_intent);
      return intentId ? { kind: 'dispute', id: intentId } : { kind: 'other', id };
    }
    case 'refund':
    case 'charge': {
      // Refunds and disputes are both read again at their intent.
      const intentId = idOf((object as Stripe.Charge | Stripe.Refund).payment_intent);
      const isRefund = fields.object === 'refund' || type === 'charge.refunded';
      return intentId
        ? { kind: isRefund ? 'refund' : 'payment_intent', id: intentId }
        : { kind: 'other', id };
    }
    default:
      return { kind: 'other', id };
  }
}
