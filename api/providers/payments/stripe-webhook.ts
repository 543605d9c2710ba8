import Stripe from 'stripe';
import * as z from 'zod/mini';
import { type WebhookEvent, WebhookRefused } from './payments.ts';

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

/** The header's time and the signatures of our scheme; an older secret's may stand beside the present one's. */
const header = /^t=(\d{1,12})(?:,v\d=[0-9a-f]{64}){1,8}$/;

function hasPresentTime(signature: string, now: Date): boolean {
  const [, time] = header.exec(signature) ?? [];
  // The SDK accepts any time in the future.
  return time !== undefined && Math.abs(Number(time) - Math.floor(now.getTime() / 1000)) <= toleranceSeconds;
}

const idPattern = /^\w{1,255}$/;

/** The parts of an event that must be there. What its object says is read again at the provider, by its id. */
const Event = z.object({
  id: z.string().check(z.regex(idPattern)),
  type: z.string().check(z.regex(/^[\w.]{1,255}$/)),
  data: z.object({ object: z.looseObject({ object: z.optional(z.string()) }) }),
});

/** See `Payments.beginWebhook`. */
export function beginStripeWebhook(
  stripe: Stripe,
  secret: string,
  signature: string,
  now: Date,
): (rawBody: Buffer) => WebhookEvent {
  if (!hasPresentTime(signature, now))
    throw new WebhookRefused('The webhook carries no signature with a present time.');
  return (rawBody) => {
    let event: unknown;
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
    return hintOf(event);
  };
}

/** The most types that the provider accepts in one question. */
const mostTypes = 20;

/** See `Payments.listEvents`. */
export async function listEvents(
  stripe: Stripe,
  since: string,
  unread: (id: string, error: WebhookRefused) => void,
): Promise<WebhookEvent[]> {
  const gte = Math.floor(Date.parse(since) / 1000);
  const found: { created: number; hint: WebhookEvent }[] = [];
  for (let first = 0; first < neededEvents.length; first += mostTypes) {
    const types = neededEvents.slice(first, first + mostTypes);
    for await (const event of stripe.events.list({ created: { gte }, types, limit: 100 })) {
      try {
        found.push({ created: event.created, hint: hintOf(event) });
      } catch (error) {
        if (!(error instanceof WebhookRefused)) throw error;
        unread(event.id, error);
      }
    }
  }
  // The provider lists the newest first.
  return found
    .reverse()
    .sort((one, other) => one.created - other.created)
    .map(({ hint }) => hint);
}

/** @throws WebhookRefused for JSON of another shape */
function hintOf(event: unknown): WebhookEvent {
  const { id, type, data } = expectEvent(event);
  return { id, type, object: objectOf(type, data.object) };
}

/** @throws WebhookRefused for signed JSON of another shape */
function expectEvent(event: unknown): z.infer<typeof Event> {
  const result = z.safeParse(Event, event);
  if (!result.success)
    throw new WebhookRefused('The webhook is no event of the provider.', { cause: result.error });
  return result.data;
}

/** The id of an object of the provider, or of a reference to one; `null` for anything else. */
function idIn(reference: unknown): string | null {
  const id =
    typeof reference === 'string' ? reference : (reference as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && idPattern.test(id) ? id : null;
}

function needed(id: string): string {
  if (!id) throw new WebhookRefused("The event's object has no id.");
  return id;
}

function objectOf(type: string, object: z.infer<typeof Event>['data']['object']): WebhookEvent['object'] {
  const id = idIn(object) ?? '';
  switch (object.object) {
    case 'payment_intent':
    case 'subscription':
      return { kind: object.object, id: needed(id) };
    case 'invoice': {
      // An invoice that is still to be made has no id.
      if (type === 'invoice.upcoming') return { kind: 'other', id };
      // An endpoint with an API version before 2025-03-31.basil has the field in another place.
      const { parent, subscription } = object as Partial<Stripe.Invoice> & { subscription?: unknown };
      const subscriptionId = idIn(parent?.subscription_details?.subscription ?? subscription);
      return { kind: 'invoice', id: needed(id), ...(subscriptionId && { subscriptionId }) };
    }
    case 'setup_intent': {
      const customerId = idIn(object.customer);
      return type === 'setup_intent.succeeded' && customerId
        ? { kind: 'card', id: customerId }
        : { kind: 'other', id };
    }
    case 'dispute': {
      const intentId = idIn(object.payment_intent);
      return intentId ? { kind: 'dispute', id: intentId } : { kind: 'other', id };
    }
    case 'refund':
    case 'charge': {
      // Refunds and disputes are both read again at their intent.
      const intentId = idIn(object.payment_intent);
      const isRefund = object.object === 'refund' || type === 'charge.refunded';
      return intentId
        ? { kind: isRefund ? 'refund' : 'payment_intent', id: intentId }
        : { kind: 'other', id };
    }
    default:
      return { kind: 'other', id };
  }
}
