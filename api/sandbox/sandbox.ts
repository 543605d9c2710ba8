import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Identity } from '../providers/identity/identity.ts';
import type { Payments } from '../providers/payments/payments.ts';
import { createStripePayments } from '../providers/payments/stripe.ts';
import { createIdentitySandbox, mountPath as identityPath } from './identity/identity-sandbox.ts';
import { createPaymentsSandbox, type PaymentsSandbox } from './payments/sandbox.ts';
import type { PlanSeed } from './payments/seed.ts';

/** Our own counterparties, for what has no keys (design §9). */
export interface Sandbox {
  identity: Identity | null;
  payments: Payments | null;
  /** Serves everything under `/sandbox/`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Puts a persona's plan into the payments sandbox. */
  seedPlan(seed: PlanSeed): void;
  /** To be told where the main server listens: webhooks, and the product's requests to its issuer, go there. */
  listening(port: number): void;
  /** The payments sandbox itself, for tests. */
  cards: PaymentsSandbox | null;
  close(): Promise<void>;
}

export interface SandboxOptions {
  dataDir: string;
  publicUrl: string;
  secret: string;
  clock: Clock;
  log: Logger;
  /** Which counterparties are wanted. */
  identity: boolean;
  payments: boolean;
}

const webhookPath = '/api/webhooks/stripe';

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  let port = 0;
  const issuer = options.identity
    ? createIdentitySandbox({ publicUrl: options.publicUrl, secret: options.secret, port: () => port })
    : null;
  const cards = options.payments
    ? createPaymentsSandbox({
        dataDir: options.dataDir,
        webhookUrl: () => (port ? `http://127.0.0.1:${port}${webhookPath}` : undefined),
        publicUrl: options.publicUrl,
        clock: () => options.clock.now(),
        log: options.log,
      })
    : null;
  const payments =
    cards &&
    createStripePayments({
      ...cards.keys,
      scriptUrl: cards.scriptPath,
      api: await cards.listen(),
    });
  return {
    identity: issuer?.identity ?? null,
    payments,
    cards,
    handle(req, res) {
      const path = req.url ?? '/';
      if (issuer && path.startsWith(`${identityPath}/`)) {
        issuer.handle(req, res).catch((err) => {
          options.log.error({ err }, 'the identity sandbox failed');
          if (!res.headersSent) res.writeHead(500).end();
        });
      } else if (cards && path.startsWith('/sandbox/payments/')) cards.browser(req, res);
      else res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    },
    seedPlan: (seed) => cards?.seedPlan(seed),
    listening(at) {
      port = at;
      cards?.start();
    },
    close: async () => cards?.close(),
  };
}
