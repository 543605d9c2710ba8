import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getRawBody from 'raw-body';
import Stripe from 'stripe';
import { createStripePayments } from '../../../providers/payments/stripe.ts';
import { createPaymentsSandbox, type PaymentsSandboxOptions } from '../sandbox.ts';

/** A webhook as the receiver got it. */
export interface Received {
  body: Buffer;
  signature: string | undefined;
  event: { id: string; type: string; data: { object: { id: string } } };
}

/**
 * For the sandbox's tests: a sandbox on its own folder, the real SDK, a server that mounts its browser part, and a
 * webhook receiver that answers with `answers`, or with 200.
 */
export async function openWorld(options: Partial<PaymentsSandboxOptions> = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'payments-sandbox-'));
  const received: Received[] = [];
  const answers: number[] = [];
  const front = createServer((req, res) => {
    if (req.url !== '/webhook') return sandbox.browser(req, res);
    receive(req).then(() => res.writeHead(answers.shift() ?? 200).end());
    return undefined;
  });
  async function receive(req: IncomingMessage) {
    const body = await getRawBody(req);
    const signature = req.headers['stripe-signature'];
    received.push({
      body,
      signature: typeof signature === 'string' ? signature : undefined,
      event: JSON.parse(body.toString()) as Received['event'],
    });
  }
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const failures: object[] = [];
  const sandbox = createPaymentsSandbox({
    webhookUrl: () => `${origin}/webhook`,
    publicUrl: () => origin,
    log: { warn() {}, error: (fields) => failures.push(fields) },
    ...options,
    dataDir,
  });
  const api = await sandbox.listen();
  const { secretKey, publishableKey, webhookSecret } = sandbox.keys;
  const stripe = new Stripe(secretKey, { ...api, apiVersion: '2026-10-28.endive', telemetry: false });
  const payments = createStripePayments({
    secretKey,
    publishableKey,
    webhookSecret,
    scriptUrl: sandbox.scriptPath,
    api,
  });

  /** Makes a call as the browser's script does. */
  async function browserCall(
    method: 'GET' | 'POST',
    path: string,
    form: Record<string, string>,
    key = publishableKey,
  ) {
    const query = new URLSearchParams(form).toString();
    const response = await fetch(
      `${origin}/sandbox/payments/v1/${path}${method === 'GET' ? `?${query}` : ''}`,
      {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: query }),
      },
    );
    const body = (await response.json()) as Stripe.PaymentIntent & { error?: Stripe.StripeRawError };
    return { status: Number(response.headers.get('sandbox-status') ?? response.status), body };
  }
  /** Creates a monthly price of a new plan. */
  async function priceOf(name: string, cents: number): Promise<Stripe.Price> {
    const product = await stripe.products.create({ name });
    return stripe.prices.create({
      product: product.id,
      unit_amount: cents,
      currency: 'aud',
      recurring: { interval: 'month' },
    });
  }

  /** Buys a plan for a new customer, paid in the browser with this card, or unpaid without one. */
  async function buyPlan(price: Stripe.Price, number: string | null) {
    const customer = await stripe.customers.create({ email: 'ann@example.com' });
    const { id, latest_invoice: invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
    if (number && secret) await pay(secret, number);
    return stripe.subscriptions.retrieve(id);
  }

  /** Saves another card for a customer, and makes it pay the plan. */
  async function changeCard(subscription: Stripe.Subscription, number: string): Promise<string> {
    const customer = String(subscription.customer);
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    const secret = setup.client_secret ?? '';
    const { body } = await pay(secret, number);
    if (body.status === 'requires_action') await authenticate(secret, 'complete');
    const card = String((await stripe.setupIntents.retrieve(setup.id)).payment_method);
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card });
    return card;
  }

  /** The path of the intent that a client secret opens, of a payment or of a setup. */
  const pathOf = (clientSecret: string) =>
    `${clientSecret.startsWith('seti_') ? 'setup' : 'payment'}_intents/${clientSecret.split('_secret_')[0]}`;

  /** Pays, or adds a card, as the browser's script does. */
  const pay = (clientSecret: string, number: string, more: Record<string, string> = {}) =>
    browserCall('POST', `${pathOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      ...more,
    });
  /** Answers the bank's question in the payer's place. */
  const authenticate = (clientSecret: string, outcome: 'complete' | 'fail') =>
    browserCall('POST', `${pathOf(clientSecret)}/authenticate`, { client_secret: clientSecret, outcome });

  /** The id of a new customer's payment of $189 with this card. */
  async function aPayment(number = cards.succeeds, attempt = number): Promise<string> {
    const intent = await payments.createPaymentIntent({
      customerId: (await stripe.customers.create()).id,
      amountCents: 18_900,
      currency: 'aud',
      description: 'Gutter cleaning',
      metadata: {},
      attempt,
    });
    await pay(intent.clientSecret, number);
    return intent.id;
  }

  return {
    api,
    sandbox,
    stripe,
    payments,
    origin,
    dataDir,
    received,
    answers,
    /** The sandbox's own failures; must stay empty. */
    failures,
    browserCall,
    priceOf,
    buyPlan,
    changeCard,
    pay,
    authenticate,
    aPayment,
    async close({ keepData = false } = {}) {
      await sandbox.close();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      if (!keepData) rmSync(dataDir, { recursive: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

export const cards = {
  succeeds: '4242424242424242',
  asksForAuthentication: '4000002500003155',
  declined: '4000000000000002',
  attachesThenFails: '4000000000000341',
  alwaysAuthenticates: '4000002760003184',
};
