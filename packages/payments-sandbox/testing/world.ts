import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getRawBody from 'raw-body';
import Stripe from 'stripe';
import { createPaymentsSandbox, type PaymentsSandboxOptions } from '../sandbox.ts';
import { browserCalls } from './browser-calls.ts';
import { planPurchases } from './plan-purchases.ts';

/** A webhook as the receiver got it. */
export interface Received {
  body: Buffer;
  signature: string | undefined;
  event: { id: string; type: string; data: { object: { id: string } } };
}

/**
 * The parts of the sandbox's tests: a sandbox on its own folder, the real SDK, a server that mounts its browser part,
 * and a webhook receiver that answers with `answers`, or with 200.
 */
export async function openWorld(options: Partial<PaymentsSandboxOptions> = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'payments-sandbox-'));
  const front = await openFront((req, res) => sandbox.browser(req, res));
  const { origin, received, answers } = front;
  const failures: object[] = [];
  const sandbox = createPaymentsSandbox({
    webhookUrl: () => `${origin}/webhook`,
    publicUrl: () => origin,
    log: { warn() {}, error: (fields) => failures.push(fields) },
    ...options,
    dataDir,
  });
  const api = await sandbox.listen();
  const { secretKey, publishableKey } = sandbox.keys;
  const stripe = new Stripe(secretKey, { ...api, apiVersion: '2026-10-28.endive', telemetry: false });
  const browser = browserCalls(origin, publishableKey);

  /** The id of a new customer's payment of $189 with this card. */
  async function aPayment(number = cards.succeeds): Promise<string> {
    const intent = await stripe.paymentIntents.create({
      amount: 18_900,
      currency: 'aud',
      customer: (await stripe.customers.create()).id,
      allowed_payment_method_types: ['card'],
      description: 'Gutter cleaning',
    });
    await browser.pay(intent.client_secret, number);
    return intent.id;
  }

  return {
    api,
    sandbox,
    stripe,
    origin,
    dataDir,
    received,
    answers,
    /** The sandbox's own failures; must stay empty. */
    failures,
    ...browser,
    ...planPurchases(stripe, browser),
    aPayment,
    async close({ keepData = false } = {}) {
      await sandbox.close();
      await front.close();
      if (!keepData) rmSync(dataDir, { recursive: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A server with the sandbox's browser part, which receives webhooks at `/webhook`. */
async function openFront(browser: RequestListener) {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((req, res) => {
    if (req.url !== '/webhook') return browser(req, res);
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const cards = {
  succeeds: '4242424242424242',
  asksForAuthentication: '4000002500003155',
  declined: '4000000000000002',
  attachesThenFails: '4000000000000341',
  alwaysAuthenticates: '4000002760003184',
};
