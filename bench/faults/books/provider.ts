import Stripe from 'stripe';
import { type FirstTier, planTiers } from '../../../api/contract/rules/plans.ts';
import type { PaymentsProcess } from '../../../api/testing/servers/payments-process.ts';

/** A state of a subscription, by the event that told it. */
export interface State {
  event: string;
  at: number;
  subscription: Stripe.Subscription;
}

/** The objects of the provider, each list newest first. */
export interface ProviderBooks {
  intents: Stripe.PaymentIntent[];
  refunds: Stripe.Refund[];
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  disputes: Stripe.Dispute[];
  /** Every state of every subscription, oldest first, at the time from which it held. */
  history: State[];
  /** The intents by which invoices were paid. */
  intentOfInvoice: Map<string, string>;
}

/** Marks refunds that the owner made in the dashboard. */
export const byOwner = { by: 'owner' };

export const stripeOf = ({ stripe: { secretKey, api } }: Pick<PaymentsProcess, 'stripe'>): Stripe =>
  new Stripe(secretKey, { ...api, telemetry: false });

/**
 * Reads all objects of the provider through its own API.
 * @param known the history that was read before: the provider forgets events after 30 days
 */
export async function readProviderBooks(
  provider: Pick<PaymentsProcess, 'stripe'>,
  known: State[] = [],
): Promise<ProviderBooks> {
  const stripe = stripeOf(provider);
  const all = async <T>(pages: AsyncIterable<T>) => {
    const items: T[] = [];
    for await (const item of pages) items.push(item);
    return items;
  };
  const limit = 100;
  const types = ['created', 'updated', 'deleted'].map((what) => `customer.subscription.${what}`);
  const events = await all(stripe.events.list({ limit, types }));
  const payments = await all(stripe.invoicePayments.list({ limit, status: 'paid' }));
  const states = events.reverse().map(({ id, created, data }) => ({
    event: id,
    at: created,
    subscription: data.object as Stripe.Subscription,
  }));
  return {
    intents: await all(stripe.paymentIntents.list({ limit })),
    refunds: await all(stripe.refunds.list({ limit })),
    subscriptions: await all(stripe.subscriptions.list({ limit, status: 'all' })),
    invoices: await all(stripe.invoices.list({ limit })),
    disputes: await all(stripe.disputes.list({ limit })),
    history: [...known, ...states.filter(({ event }) => !known.some((state) => state.event === event))],
    intentOfInvoice: new Map(
      payments.map(({ invoice, payment }) => [String(invoice), String(payment.payment_intent)]),
    ),
  };
}

/** The plan that a product stands for; `null` if it is none of ours. */
export function tierOf(product: unknown): FirstTier | null {
  const tier = String(product ?? '').replace('hearthkeep_', '');
  return planTiers.find((each) => each === tier) ?? null;
}

/** The plan whose price a subscription has now. */
export const chargedTier = ({ items }: Stripe.Subscription): FirstTier | null =>
  tierOf(items.data[0]?.price.product);

export const periodEndOf = ({ items }: Stripe.Subscription): number => items.data[0]?.current_period_end ?? 0;

/** Whether a subscription ends with its running period at the latest. */
export const endsWithPeriod = (subscription: Stripe.Subscription): boolean =>
  subscription.cancel_at_period_end ||
  (subscription.cancel_at !== null && subscription.cancel_at <= periodEndOf(subscription));

/** The line of an invoice with what was bought; a credit for an earlier plan stands before it. */
export const boughtLine = ({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined =>
  lines.data.findLast(({ amount }) => amount >= 0) ?? lines.data.at(-1);

export const boughtTier = (invoice: Stripe.Invoice): FirstTier | null =>
  tierOf(boughtLine(invoice)?.pricing?.price_details?.product);

/** The paid invoices of a subscription, newest first. */
export const paidInvoicesOf = (invoices: Stripe.Invoice[], subscriptionId: string): Stripe.Invoice[] =>
  invoices.filter(
    ({ status, parent }) =>
      status === 'paid' && parent?.subscription_details?.subscription === subscriptionId,
  );
