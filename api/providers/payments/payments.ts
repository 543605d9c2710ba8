/**
 * What the product asks of a card provider, in its own words. Amounts are integer cents, instants ISO 8601 UTC.
 * Every call that writes takes `attempt`: the business attempt's own id, from which the provider's
 * idempotency key is made, so that an attempt repeated after a lost answer changes nothing twice (design §5).
 * @throws PaymentDeclined, PaymentRefused, PaymentsUnavailable from every call to the provider
 */
export interface Payments {
  /** What the browser needs: the publishable key and the address of the provider's script. */
  readonly browser: { publishableKey: string; scriptUrl: string };

  createCustomer(input: { userId: string; email: string; name: string; attempt: string }): Promise<string>;

  /** Deletes a customer with their cards and plans, for good; one that is gone already counts as done. */
  deleteCustomer(id: string): Promise<void>;

  createPaymentIntent(input: {
    customerId: string;
    amountCents: number;
    currency: string;
    description: string;
    metadata: Record<string, string>;
    attempt: string;
  }): Promise<PaymentIntent>;
  /** Reads the provider's state afresh; `null` when it knows no such intent. */
  readPaymentIntent(id: string): Promise<PaymentIntent | null>;
  /** Says anew what a payment was for, also of one that was made; one that is gone already counts as done. */
  describePayment(id: string, description: string): Promise<void>;
  cancelPaymentIntent(id: string, attempt: string): Promise<PaymentIntent>;
  /**
   * Charges an intent to a saved card. With its owner away a bank's question counts as a refusal; with them there the
   * browser answers it.
   */
  chargeCard(input: {
    intentId: string;
    cardId: string;
    offSession: boolean;
    attempt: string;
  }): Promise<CardPayment>;
  /** Refunds what is left of a payment; the attempt makes it once. It may fail later: see `readRefunds`. */
  refund(input: { paymentIntentId: string; attempt: string }): Promise<void>;
  /** What was given back of a payment so far, by us or by hand. */
  readRefunds(paymentIntentId: string): Promise<Refunds>;

  /** What was disputed of a payment, the newest first. */
  readDisputes(paymentIntentId: string): Promise<Dispute[]>;
  /** Intents of which something was disputed since an instant. */
  listDisputed(since: string): Promise<string[]>;

  /** Starts a plan with `payment_behavior: default_incomplete`; the client secret confirms its first invoice. */
  createSubscription(
    input: PlanPrice & { customerId: string; metadata: Record<string, string>; attempt: string },
  ): Promise<PlanSubscription & { clientSecret: string }>;
  /** `null` when the provider knows no such subscription, or it is of none of our plans. */
  readSubscription(id: string): Promise<PlanSubscription | null>;
  /** The client secret of a plan begun and not yet paid; `null` when there is nothing to confirm any more. */
  readSubscriptionSecret(id: string): Promise<string | null>;
  /** Ends a plan at once; one that has ended already counts as done. */
  cancelSubscription(id: string, attempt: string): Promise<void>;
  /** What an upgrade would cost, reckoned to a moment of the running period. Changes nothing. */
  previewUpgrade(input: {
    subscriptionId: string;
    plan: PlanPrice;
    prorationAt: string;
  }): Promise<{ amountCents: number; creditCents: number; chargeCents: number }>;
  /** Charges what the preview of that moment said, and only then changes the plan. */
  upgradePlan(input: {
    subscriptionId: string;
    plan: PlanPrice;
    prorationAt: string;
    attempt: string;
  }): Promise<PlanPayment>;
  /** What the next period is charged; nothing of the running one changes. */
  switchPlan(input: { subscriptionId: string; plan: PlanPrice; attempt: string }): Promise<void>;
  /** Whether the plan ends with its period. */
  endPlanWithPeriod(input: { subscriptionId: string; ends: boolean; attempt: string }): Promise<void>;
  readInvoice(id: string): Promise<PlanInvoice | null>;
  /** The invoice that an intent pays; `null` where it pays none. */
  readInvoiceOf(paymentIntentId: string): Promise<Pick<PlanInvoice, 'id' | 'subscriptionId'> | null>;
  /** The intent that paid an invoice; `null` where none did. */
  readIntentOf(invoiceId: string): Promise<string | null>;
  readInvoicePayment(id: string): Promise<PlanPayment>;
  /** Charges an open invoice to the card that pays the plan. */
  payInvoice(input: { invoiceId: string; attempt: string }): Promise<PlanPayment>;
  /** An invoice that nobody will pay; the change of plans that it was for is dropped with it. */
  voidInvoice(id: string, attempt: string): Promise<void>;
  /** The newest first; at most 100. */
  listInvoices(subscriptionId: string): Promise<PlanInvoice[]>;

  /** Begins the keeping of a card for later; the client secret adds it in the browser. */
  createSetupIntent(input: { customerId: string; attempt: string }): Promise<string>;
  /** A customer's cards, the newest first (at most 100), and which of them is charged. */
  readCards(input: CardHolder): Promise<CustomerCards>;
  /** From now on this card is charged: for the customer, and for their running plan. */
  setDefaultCard(input: CardHolder & { cardId: string; attempt: string }): Promise<void>;
  /** Takes a card from its customer for good; one that is gone already counts as done. */
  removeCard(cardId: string, attempt: string): Promise<void>;

  /**
   * Checks a webhook's signature over the raw body; refuses timestamps more than 300 s off either way
   * (the SDK alone accepts the future). @throws WebhookRefused
   */
  readWebhook(rawBody: Buffer, signature: string | undefined, now: Date): WebhookEvent;
}

export interface PaymentIntent {
  id: string;
  clientSecret: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
    | 'requires_capture';
  amountCents: number;
  currency: string;
  customerId: string | null;
  metadata: Record<string, string>;
  created: string;
}

/** What a cardholder told their bank that they do not owe; the bank decides. */
export interface Dispute {
  id: string;
  amountCents: number;
  reason: string;
  /** An inquiry that takes no money yet is `open`, too; one that came to nothing is `won`. */
  state: 'open' | 'won' | 'lost';
  answerBy: string | null;
  created: string;
}

export interface Refunds {
  /** What has reached the card, by us or by the bank that decided a dispute so. */
  givenCents: number;
  /** What is under way, and may still fail; what the bank holds while it decides a dispute. */
  pendingCents: number;
  /** What was paid and is neither. */
  leftCents: number;
  /** How many refunds came back; what they were of is left again. */
  failed: number;
}

/** A plan as the provider sells it, by the month. */
export interface PlanPrice {
  tier: string;
  amountCents: number;
  currency: string;
  productName: string;
}

/** How a payment stands; `gone`: it can't be made any more. */
export type CardPayment =
  | { state: 'paid' | 'processing' | 'gone' }
  /** The bank asks; the browser answers with the secret. */
  | { state: 'needs_action'; clientSecret: string }
  /** The message is the provider's, fit for the person. */
  | { state: 'declined'; message: string };

/** How the payment of an invoice stands. */
export type PlanPayment = { invoiceId: string } & CardPayment;

export interface PlanSubscription {
  id: string;
  customerId: string;
  status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'canceled'
    | 'unpaid'
    | 'paused';
  /** Our own tier, read from the product that is sold (never from a client). */
  tier: string;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  /** A change of plans waits for its payment. */
  isUpdatePending: boolean;
  latestInvoiceId: string | null;
  metadata: Record<string, string>;
}

export interface PlanInvoice {
  id: string;
  subscriptionId: string | null;
  customerId: string;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  billingReason: string;
  /** The plan that it bought; `null` where its line is of no plan of ours. */
  tier: string | null;
  /** The plan that it gave back for that; `null` where it gave none back. */
  fromTier: string | null;
  amountPaidCents: number;
  amountDueCents: number;
  /** When the provider tries again by itself. */
  nextAttemptAt: string | null;
  currency: string;
  description: string;
  hostedInvoiceUrl: string | null;
  /** The period that the plan's line serves. */
  periodStart: string;
  periodEnd: string;
  created: string;
  /** When it was paid, days after it was made where a card failed first. */
  paidAt: string | null;
}

/** Whose cards, and the running plan that one of them pays, if there is one. */
export interface CardHolder {
  customerId: string;
  subscriptionId: string | null;
}

export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface CustomerCards {
  cards: SavedCard[];
  /** The card that pays the plan; without one, the customer's own default. `null` where neither names a card. */
  defaultId: string | null;
  /** The plan names something that is none of the cards. */
  paysOtherwise: boolean;
}

/** A hint, not the truth: which of our objects to read again. */
export interface WebhookEvent {
  id: string;
  type: string;
  object: {
    /**
     * `refund`: of the intent with this id something was given back, or came back; `dispute`: it is disputed, or that
     * was decided. `card`: the customer with this id
     * has saved one.
     */
    kind: 'payment_intent' | 'refund' | 'dispute' | 'subscription' | 'invoice' | 'card' | 'other';
    id: string;
    subscriptionId?: string;
  };
}

export class WebhookRefused extends Error {}

/** The card was declined; the message is the provider's, fit for the person. */
export class PaymentDeclined extends Error {
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The provider understood and will not: asking again the same way changes nothing. */
export class PaymentRefused extends Error {
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The provider could not be reached, is overloaded or does not know our keys; the attempt may be repeated. */
export class PaymentsUnavailable extends Error {}
