import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getRawBody from 'raw-body';
import Stripe from 'stripe';
import { createStripePayments } from '../../providers/payments/stripe.ts';
import { createPaymentsSandbox, type PaymentsSandboxOptions } from './sandbox.ts';

/** One webhook as the receiver got it. */
export interface Received {
  body: Buffer;
  signature: string | undefined;
  event: { id: string; type: string; data: { object: { id: string } } };
}

/**
 * For this folder's tests: a sandbox on a folder of its own, the real SDK beside it, a server that mounts its
 * browser part, and a webhook receiver that answers what `answers` holds, or 200.
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

  /** A call as the browser's script makes it. */
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
  const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0];

  return {
    api,
    sandbox,
    stripe,
    payments,
    origin,
    dataDir,
    received,
    answers,
    /** What the sandbox itself failed at: must stay empty. */
    failures,
    browserCall,
    pay: (clientSecret: string, number: string, more: Record<string, string> = {}) =>
      browserCall('POST', `payment_intents/${intentOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
        ...more,
      }),
    /** Adds a card, as the browser's script does with a setup intent's secret. */
    addCard: (clientSecret: string, number: string) =>
      browserCall('POST', `setup_intents/${intentOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
      }),
    authenticateSetup: (clientSecret: string, outcome: 'complete' | 'fail') =>
      browserCall('POST', `setup_intents/${intentOf(clientSecret)}/authenticate`, {
        client_secret: clientSecret,
        outcome,
      }),
    authenticate: (clientSecret: string, outcome: 'complete' | 'fail') =>
      browserCall('POST', `payment_intents/${intentOf(clientSecret)}/authenticate`, {
        client_secret: clientSecret,
        outcome,
      }),
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
};
