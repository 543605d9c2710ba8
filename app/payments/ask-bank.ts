import type { Stripe, StripeError } from '@stripe/stripe-js';
import type { QueryClient } from '@tanstack/react-query';
import { configQuery } from '../lib/session.ts';
import { outOfTheWay, topLayer } from '../ui/top-layer.ts';
import { loadPayments } from './card-payments.ts';

/** The card provider of this installation. */
export async function providerOf(client: QueryClient): Promise<Stripe> {
  const { payments } = await client.ensureQueryData(configQuery());
  return loadPayments(payments);
}

/** Shows the bank's question over the page. @returns the provider's error, unless the payment was approved */
export async function askBank(client: QueryClient, clientSecret: string): Promise<StripeError | undefined> {
  const stripe = await providerOf(client);
  const { error } = await outOfTheWay(topLayer(), () => stripe.handleNextAction({ clientSecret }));
  return error;
}
