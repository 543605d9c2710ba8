/**
 * The product's interface to a card provider, in its own terms. Amounts are integer cents, instants ISO 8601 UTC.
 * Every call that writes takes `attempt`, the id of the business's own attempt. The provider's idempotency key is
 * made from it, so that an attempt repeated after a lost answer changes nothing twice (design §5).
 * @throws PaymentDeclined, PaymentRefused, PaymentsUnavailable from every call to the provider
 */
export interface Payments {
  /** The values for the browser: the publishable key, and the address of the provider's script. */
  readonly browser: { publishableKey: string; scriptUrl: string };

  /** The address is left out if the provider refuses it. */
  createCustomer(input: { userId: string; email: string; name: string; attempt: string }): Promise<string>;
  /** Whether the customer existed and was deleted; `false` for one that another account or mode has. */
  isCustomerDeleted(id: string): Promise<boolean>;
  /** The sum in cents that the customer's next invoices take before a card is charged; 0 without any. */
  readCredit(customerId: string): Promise<number>;

  /** Changes the name and the address that stand on invoices and receipts. */
  updateCustomer(input: { id: string; email: string; name: string; attempt: string }): Promise<void>;

  /** Deletes a customer with their cards and plans for good; one deleted before counts as done. */
  deleteCustomer(id: string): Promise<void>;

  createPaymentIntent(input: {
    customerId: string;
    amountCents: number;
    currency: string;
    description: string;
    metadata: Record<string, string>;
    attempt: string;
  }): Promise<PaymentIntent>;
  /** Reads the provider's present state; `null` if it knows no such intent. */
  readPaymentIntent(id: string): Promise<PaymentIntent | null>;
  /** Changes the description of a payment, also of one already made; one that no longer exists counts as done. */
  describePayment(id: string, description: string): Promise<void>;
  cancelPaymentIntent(id: string, attempt: string): Promise<PaymentIntent>;
  /**
   * Charges an intent to a saved card. If its owner is absent, a bank's question counts as a refusal; if present,
   * the browser answers it.
   */
  chargeCard(input: {
    intentId: string;
    cardId: string;
    offSession: boolean;
    attempt: string;
  }): Promise<CardPayment>;
  /**
   * Refunds the rest of a payment, or a part of it, once per attempt. A refund may fail later: see `readRefunds`.
   * @param input.part the amount; `refundId` is our own id, by which `readRefunds` finds it
   */
  refund(input: {
    paymentIntentId: string;
    attempt: string;
    part?: { amountCents: number; refundId?: string };
  }): Promise<void>;
  /** The refunds of a payment so far, by us or by hand. */
  readRefunds(paymentIntentId: string): Promise<Refunds>;

  /** The disputes of a payment, newest first. */
  readDisputes(paymentIntentId: string): Promise<Dispute[]>;

  /**
   * Starts a plan with `payment_behavior: default_incomplete`; the client secret confirms its first invoice. `null` if
   * there is nothing to pay, because a credit of the customer's covers the invoice.
   */
  createSubscription(
    input: PlanPrice & { customerId: string; metadata: Record<string, string>; attempt: string },
  ): Promise<PlanSubscription & PlanPayable>;
  /** Makes the price of a version, once, however often it is repeated, so that it can be sold. */
  preparePrice(plan: PlanPrice): Promise<void>;
  /** `null` if the provider knows no such subscription. */
  readSubscription(id: string): Promise<PlanSubscription | null>;
  /** The same secret and sum of a plan that was begun; the secret is `null` if there is nothing to confirm any more. */
  readPlanPayable(id: string): Promise<PlanPayable>;
  /** Ends a plan at once; one that has ended already counts as done. */
  cancelSubscription(id: string, attempt: string): Promise<void>;
  /** The cost of an upgrade at a moment of the running period. Changes nothing. */
  previewUpgrade(input: {
    subscriptionId: string;
    plan: PlanPrice;
    prorationAt: string;
  }): Promise<{ amountCents: number; creditCents: number; chargeCents: number }>;
  /** Charges the previewed cost of that moment, and changes the plan only after the payment. */
  upgradePlan(input: {
    subscriptionId: string;
    plan: PlanPrice;
    prorationAt: string;
    attempt: string;
  }): Promise<PlanPayment>;
  /** Changes the price of the next period; the running one stays unchanged. */
  switchPlan(input: { subscriptionId: string; plan: PlanPrice; attempt: string }): Promise<void>;
  /** Sets whether the plan ends with its period. */
  endPlanWithPeriod(input: { subscriptionId: string; ends: boolean; attempt: string }): Promise<void>;
  readInvoice(id: string): Promise<PlanInvoice | null>;
  /** The invoice that an intent pays; `null` if there is none. */
  readInvoiceOf(paymentIntentId: string): Promise<Pick<PlanInvoice, 'id' | 'subscriptionId'> | null>;
  /** The intent that paid an invoice; `null` if there is none. */
  readIntentOf(invoiceId: string): Promise<string | null>;
  readInvoicePayment(id: string): Promise<PlanPayment>;
  /** Charges an open invoice to the card that pays the plan. */
  payInvoice(input: { invoiceId: string; attempt: string }): Promise<PlanPayment>;
  /** Cancels an invoice so that nobody can pay it; its change of plan is dropped too. */
  voidInvoice(id: string, attempt: string): Promise<void>;
  /** Newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<PlanInvoice[]>;

  /** Begins the saving of a card; the browser adds it with the client secret. */
  createSetupIntent(input: { customerId: string; attempt: string }): Promise<string>;
  /** A customer's cards, newest first (at most 100), and the one that is charged. */
  readCards(input: CardHolder): Promise<CustomerCards>;
  /** Makes this card the one that is charged, for the customer and for their running plan. */
  setDefaultCard(input: CardHolder & { cardId: string; attempt: string }): Promise<void>;
  /** Removes a card from its customer for good; one removed before counts as done. */
  removeCard(cardId: string, attempt: string): Promise<void>;

  /**
   * Checks the form of a webhook's signature header, and that its time is at most 300 s off in either direction (the
   * SDK alone accepts future ones): all that can be seen before the body. @throws WebhookRefused
   * @returns a function that checks the signature over the raw body and reads it. @throws WebhookRefused
   */
  beginWebhook(signature: string, now: Date): (rawBody: Buffer) => WebhookEvent;
  /**
   * Events since an instant of the types that we need, whether they reached us or not, oldest first; the provider
   * remembers them for 30 days.
   * @param unread is told of each event of another shape, which the list leaves out
   */
  listEvents(since: string, unread: (id: string, error: WebhookRefused) => void): Promise<WebhookEvent[]>;

  /** The address of an object's page in the provider's dashboard; `null` if there is no dashboard. */
  addressOf(kind: ObjectKind, id: string): string | null;
}

export type ObjectKind = 'customer' | 'subscription' | 'invoice' | 'payment';

/**
 * Something at the provider that the product does not know or sell. It changes nothing here, and the team sees it with
 * the object's address.
 */
export interface Unclear {
  kind: ObjectKind;
  id: string;
  /**
   * `status`, `refund`: a state of the object, or of a refund of the payment, that is new to us. `price`, `item`,
   * `quantity`: the subscription is not as we sell it. `schedule`: a change of it is planned there. `not_ours`: it was
   * made there, for a customer of ours.
   */
  what: 'status' | 'refund' | 'price' | 'item' | 'quantity' | 'schedule' | 'not_ours';
  /** The provider's own word, id or number. */
  said: string;
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
    | 'requires_capture'
    /** A status that the provider has added. */
    | 'unknown';
  unclear: Unclear[];
  amountCents: number;
  currency: string;
  customerId: string | null;
  metadata: Record<string, string>;
  created: string;
}

/** Whether the payer has done their part, so that the payment may still be made and must not be cancelled. */
export const isUndecided = (status: PaymentIntent['status']): boolean =>
  status === 'processing' || status === 'requires_capture' || status === 'unknown';

/** A cardholder's dispute of a payment; the bank decides. */
export interface Dispute {
  id: string;
  amountCents: number;
  reason: string;
  /**
   * `inquiry`: the bank asks, and takes no money yet; one that ended without a dispute is `won`. `unknown`: the provider
   * has added a status. Neither freezes anything.
   */
  state: 'open' | 'inquiry' | 'unknown' | 'won' | 'lost';
  answerBy: string | null;
  created: string;
}

export interface Refunds {
  /** The sum that has reached the card, by our refund or by the bank's decision of a dispute. */
  givenCents: number;
  /** The sum of refunds under way, which may still fail, and of open disputes. */
  pendingCents: number;
  /** The rest of the payment. */
  leftCents: number;
  /** The number of failed refunds, without those of `parts`; their sums are part of the rest again. */
  failed: number;
  unclear: Unclear[];
  /** Each refund of ours of a part, by our own id; also failed ones. */
  parts: { refundId: string; state: 'made' | 'under_way' | 'failed' }[];
  /** Whether a bank decides about a dispute, during which the provider makes no refund. */
  isDisputed: boolean;
  /** The charged card, which gets the money; `null` if the provider names none. */
  card: { brand: string; last4: string } | null;
}

/** A version of a plan as sold at the provider, by the month. */
export interface PlanPrice {
  /** The plan's id. */
  tier: string;
  versionId: string;
  amountCents: number;
  currency: string;
  productName: string;
}

/** The state of a payment; `gone`: it can no longer be made. */
export type CardPayment =
  | { state: 'paid' | 'processing' | 'gone' }
  /** The bank asks; the browser answers with the secret. */
  | { state: 'needs_action'; clientSecret: string }
  /** The message is the provider's, fit for people. */
  | { state: 'declined'; message: string };

/** The state of an invoice's payment. */
/** The first invoice of a plan: the secret that confirms it, and its sum, from which a credit was taken. */
export interface PlanPayable {
  clientSecret: string | null;
  dueCents: number;
}

/** The message of a charge that was never tried, because its person has no card. */
export const noCard = 'There is no card to charge. Please add one first.';

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
    | 'paused'
    /** A status that the provider has added. */
    | 'unknown';
  unclear: Unclear[];
  /** The version of our plan that is sold, by its product; `null` if the product is none of ours. */
  versionId: string | null;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  /** Whether a change of plan waits for its payment. */
  isUpdatePending: boolean;
  latestInvoiceId: string | null;
  metadata: Record<string, string>;
}

export interface PlanInvoice {
  id: string;
  subscriptionId: string | null;
  customerId: string;
  /**
   * `void`: also an invoice that a credit note covered before it was paid, so that nothing was sold. `unknown`: a status
   * that the provider has added.
   */
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | 'unknown';
  unclear: Unclear[];
  billingReason: string;
  /** The version that was bought; `null` if the line is of no plan of ours. */
  versionId: string | null;
  /** How many of it were sold; 0 for a trial or a price of nothing. */
  quantity: number;
  /** The version that was credited in exchange; `null` without one. */
  fromVersionId: string | null;
  fromQuantity: number;
  /** The change of plan for the rest of an earlier period that this invoice charges too; `null` without one. */
  earlier: PlanShare | null;
  amountPaidCents: number;
  amountDueCents: number;
  /** The time of the provider's next attempt. */
  nextAttemptAt: string | null;
  currency: string;
  description: string;
  hostedInvoiceUrl: string | null;
  /** The period that the plan's line covers. */
  periodStart: string;
  periodEnd: string;
  created: string;
  /** The time of the payment, days after the creation if a card failed first. */
  paidAt: string | null;
}

/** A plan sold for a time, in exchange for another that was paid for it before. */
export interface PlanShare {
  versionId: string | null;
  quantity: number;
  fromVersionId: string | null;
  fromQuantity: number;
  periodStart: string;
  periodEnd: string;
}

/** The owner of cards, and the running plan that one of them pays, if there is one. */
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
  /** The card that pays the plan; without one, the customer's own default. `null` if neither names a card. */
  defaultId: string | null;
  /** Whether the plan names a payment source that is none of the cards. */
  paysOtherwise: boolean;
}

/** A hint, not the truth: the object of ours to read again. */
export interface WebhookEvent {
  id: string;
  type: string;
  object: {
    /**
     * `refund`: a refund of the intent with this id was made or failed. `dispute`: a dispute of it was opened or
     * decided. `card`: the customer with this id has saved one.
     */
    kind: 'payment_intent' | 'refund' | 'dispute' | 'subscription' | 'invoice' | 'card' | 'other';
    id: string;
    subscriptionId?: string;
  };
}

export class WebhookRefused extends Error {}

/** The card was declined; the message is the provider's, fit for people. */
export class PaymentDeclined extends Error {
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The provider understood and refuses; a repeat of the same call changes nothing. */
export class PaymentRefused extends Error {
  readonly code: string;
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The customer of a call was deleted at the provider, for example by the owner in its dashboard. */
export class CustomerGone extends PaymentRefused {}

/** The provider cannot be reached, is overloaded, or does not accept our keys; the attempt may be repeated. */
export class PaymentsUnavailable extends Error {}

/** Our key lacks the right to this kind of call; it may have those to others. */
export class PaymentsForbidden extends PaymentsUnavailable {}
