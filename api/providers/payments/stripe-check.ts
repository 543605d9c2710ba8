import Stripe from 'stripe';
import type { PlanPrice } from './payments.ts';
import { apiVersion, type StripeOptions } from './stripe.ts';
import { findPrice, priceOf, versionOf } from './stripe-prices.ts';
import { neededEvents } from './stripe-webhook.ts';

export interface Finding {
  subject: string;
  state: 'good' | 'bad' | 'unsure';
  text: string;
}

interface Configuration
  extends Pick<StripeOptions, 'secretKey' | 'publishableKey' | 'webhookSecret' | 'api'> {
  /** Our public address for the provider's events. */
  webhookUrl: string;
  plans: PlanPrice[];
  /** Whether missing products and prices are created; nothing else ever is. */
  create: boolean;
}

/** Checks a configuration of the card provider without charging anything. */
export async function checkStripe(config: Configuration): Promise<Finding[]> {
  const stripe = new Stripe(config.secretKey, { apiVersion, telemetry: false, ...config.api });
  const keys = [modesOf(config), await secretKeyOf(stripe)];
  if (keys.some(({ state }) => state === 'bad')) return keys;
  return [
    ...keys,
    await readingOf('Disputes', 'read disputes', () => stripe.disputes.list({ limit: 1 })),
    await readingOf('Events', 'read events', () => stripe.events.list({ limit: 1 })),
    await endpointOf(stripe, config.webhookUrl),
    await webhookSecretOf(stripe, config),
    ...(await Promise.all(config.plans.map((plan) => priceFinding(stripe, plan, config.create)))),
  ];
}

const modeOf = (key: string) => /^(?:sk|rk|pk)_(live|test)_/.exec(key)?.[1] ?? null;

function modesOf({ secretKey, publishableKey }: Configuration): Finding {
  const subject = 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY';
  const [secret, publishable] = [modeOf(secretKey), modeOf(publishableKey)];
  if (!secret || !publishable || !publishableKey.startsWith('pk_'))
    return { subject, state: 'bad', text: 'One of them is not a key of this kind' };
  if (secret !== publishable)
    return { subject, state: 'bad', text: `One is of ${secret} mode, the other of ${publishable} mode` };
  return { subject, state: 'good', text: `Both are of ${secret} mode` };
}

async function secretKeyOf(stripe: Stripe): Promise<Finding> {
  const subject = 'STRIPE_SECRET_KEY';
  try {
    await stripe.balance.retrieve();
    return { subject, state: 'good', text: 'The provider knows it' };
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError)
      return {
        subject,
        state: 'unsure',
        text: "A restricted key: 'Cards' in docs/operating.md lists the rights that it needs",
      };
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return { subject, state: 'bad', text: error.message };
  }
}

/**
 * Checked by trying. With a key that may not read disputes, disputed bookings would go on as if they were paid; with one
 * that may not read events, a lost event would never be found.
 */
async function readingOf(subject: string, right: string, read: () => Promise<unknown>): Promise<Finding> {
  try {
    await read();
    return { subject, state: 'good', text: 'STRIPE_SECRET_KEY may read them' };
  } catch (error) {
    return refusal(subject, error, right);
  }
}

/** The provider's refusal of a check. @throws any other error */
function refusal(subject: string, error: unknown, right: string): Finding {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const text =
    error instanceof Stripe.errors.StripePermissionError
      ? `STRIPE_SECRET_KEY may not do this: allow the restricted key to ${right}`
      : error.message;
  return { subject, state: 'bad', text };
}

/** The provider's versions of one release are compatible: `endive` of `2026-10-28.endive`. */
const releaseOf = (version: string | null): string | undefined => version?.split('.')[1];

async function endpointOf(stripe: Stripe, webhookUrl: string): Promise<Finding> {
  const subject = 'Webhook endpoint';
  let endpoints: Stripe.WebhookEndpoint[];
  try {
    endpoints = (await stripe.webhookEndpoints.list({ limit: 100 })).data;
  } catch (error) {
    return refusal(subject, error, 'read webhook endpoints');
  }
  const endpoint = endpoints.find(({ url }) => url === webhookUrl);
  if (!endpoint) return { subject, state: 'bad', text: `None sends events to ${webhookUrl}` };
  if (endpoint.status !== 'enabled') return { subject, state: 'bad', text: 'It is disabled' };
  const sent = new Set(endpoint.enabled_events);
  const missing = sent.has('*') ? [] : neededEvents.filter((event) => !sent.has(event));
  if (missing.length) return { subject, state: 'bad', text: `It does not send ${missing.join(', ')}` };
  if (releaseOf(endpoint.api_version) === releaseOf(apiVersion))
    return { subject, state: 'good', text: webhookUrl };
  const version = endpoint.api_version ? `version ${endpoint.api_version}` : "the account's own version";
  return {
    subject,
    state: 'unsure',
    text: `Its events are of ${version}, and ours is ${apiVersion}: better make it anew with that`,
  };
}

/**
 * Checked against our own server: it must accept an event signed with this secret, and refuse one signed with
 * another.
 */
async function webhookSecretOf(
  stripe: Stripe,
  { webhookUrl, webhookSecret }: Configuration,
): Promise<Finding> {
  const subject = 'STRIPE_WEBHOOK_SECRET';
  const payload = JSON.stringify({
    id: `evt_check_${crypto.randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'balance.available',
    data: { object: { object: 'balance' } },
  });
  const deliver = async (secret: string) => {
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers,
      body: payload,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  try {
    const [right, wrong] = [await deliver(webhookSecret), await deliver('whsec_of_nobody')];
    if (right === 200 && wrong === 400)
      return { subject, state: 'good', text: 'The server takes what is signed with it, and nothing else' };
    return {
      subject,
      state: 'bad',
      text: `The server answered ${right} to this secret and ${wrong} to another`,
    };
  } catch {
    return { subject, state: 'unsure', text: `The server at ${webhookUrl} was not reached; is it running?` };
  }
}

async function priceFinding(stripe: Stripe, plan: PlanPrice, create: boolean): Promise<Finding> {
  const subject = `${plan.productName}, ${(plan.amountCents / 100).toFixed(2)} ${plan.currency} a month`;
  let found: Stripe.Price | undefined;
  let price: Stripe.Price;
  try {
    found = await findPrice(stripe, plan);
    if (!found && !create)
      return { subject, state: 'unsure', text: 'Not made yet; the first sale makes it, or --create' };
    price = found ?? (await priceOf(stripe, plan));
  } catch (error) {
    return refusal(subject, error, 'write products and prices');
  }
  const product = typeof price.product === 'string' ? price.product : price.product.id;
  const isRight =
    price.unit_amount === plan.amountCents &&
    price.currency === plan.currency &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === 1 &&
    versionOf(product) === plan.versionId;
  return isRight
    ? { subject, state: 'good', text: found ? price.id : `${price.id}, made now` }
    : { subject, state: 'bad', text: `${price.id} is of another amount, currency, interval or product` };
}
