import type Stripe from 'stripe';

/** A type of the SDK in its form on the wire, where decimals are strings. */
export type Wire<T> = T extends string
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T;

/** The events that the sandbox sends. */
export type EventType = Extract<
  Stripe.Event['type'],
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'setup_intent.created'
  | 'setup_intent.requires_action'
  | 'setup_intent.succeeded'
  | 'setup_intent.setup_failed'
  | 'setup_intent.canceled'
  | 'payment_method.attached'
  | 'payment_method.detached'
  | 'customer.updated'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'customer.subscription.pending_update_applied'
  | 'customer.subscription.pending_update_expired'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.updated'
  | 'invoice.payment_failed'
  | 'invoice.payment_action_required'
  | 'invoice.marked_uncollectible'
  | 'invoice.voided'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
>;

export interface SandboxEvent
  extends Pick<Stripe.Event, 'id' | 'object' | 'created' | 'livemode' | 'pending_webhooks'> {
  api_version: string;
  type: EventType;
  data: { object: AnyObject; previous_attributes?: Record<string, unknown> };
  request: { id: string | null; idempotency_key: string | null };
}

/** The objects that the sandbox stores, by the provider's own names of their kinds. References are stored as ids. */
export interface Objects {
  customer: Wire<Stripe.Customer>;
  product: Wire<Stripe.Product>;
  price: Wire<Stripe.Price>;
  payment_method: Wire<Stripe.PaymentMethod>;
  payment_intent: Wire<Stripe.PaymentIntent>;
  setup_intent: Wire<Stripe.SetupIntent>;
  charge: Wire<Stripe.Charge>;
  refund: Wire<Stripe.Refund>;
  dispute: Wire<Stripe.Dispute>;
  subscription: Wire<Stripe.Subscription>;
  /** Stored within its subscription, not by itself. */
  subscription_item: Wire<Stripe.SubscriptionItem>;
  invoice: Wire<Stripe.Invoice>;
  invoice_payment: Wire<Stripe.InvoicePayment>;
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>;
  event: SandboxEvent;
}
export type Kind = keyof Objects;
export type AnyObject = Objects[Kind];

/** A list as the provider returns it. */
export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** The id of a reference that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
