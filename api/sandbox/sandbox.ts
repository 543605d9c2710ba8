import type { IncomingMessage, ServerResponse } from 'node:http';
import { createPaymentsSandbox, type PaymentsSandbox, type PlanSeed } from '@hearthkeep/payments-sandbox';
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import type { Identity } from '../providers/identity/identity.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { Payments } from '../providers/payments/payments.ts';
import { createStripePayments } from '../providers/payments/stripe.ts';
import { createIdentitySandbox } from './identity/identity-sandbox.ts';
import { mount as identityMount } from './identity/issuer.ts';
import { signInPath } from './identity/sign-in.ts';
import { createMailbox, mailboxPath } from './mailbox/mailbox.ts';

/** Our own counterparties, used where keys are missing (design §9). */
export interface Sandbox {
  identity: Identity | null;
  payments: Payments | null;
  mail: Mail | null;
  /** Serves all paths under `/sandbox/`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Adds a persona's plan to the payments sandbox; does nothing if payments are real. */
  seedPlan(seed: PlanSeed): void;
  /** Tells the sandbox the main server's address, for webhooks and for the product's own requests to its issuer. */
  listening(url: string): void;
  close(): Promise<void>;
  /** The payments sandbox itself, for tests: its time, its faults, its webhooks. */
  controls: PaymentsSandbox | null;
}

export interface SandboxOptions {
  dataDir: string;
  /** The origin that people use. */
  publicUrl: string;
  secret: string;
  timeZone: () => string;
  /** The business's name, as it is published. */
  businessName: () => string;
  clock: Clock;
  log: Logger;
  /** Aborted when the server is told to stop; webhooks are refused from then on. */
  stopping: AbortSignal;
  /** The counterparties that are needed. */
  identity: boolean;
  payments: boolean;
  mail: boolean;
}

const fontAddress = `${identityMount}${signInPath}font.woff2`;
const webhookPath = '/api/webhooks/stripe';
/** The sandbox's script for the browser, as `npm run build` bundles it; in development Vite answers in its place. */
const scriptFile = new URL('../../dist/sandbox/stripe.js', import.meta.url);

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { publicUrl, clock, log } = options;
  let server: string | null = null;
  const loopback = (): string => {
    if (server === null) throw new Error('the sandbox has not been told where the server listens');
    return server;
  };
  const issuer = options.identity ? createIdentitySandbox({ ...options, loopback }) : null;
  const cards = options.payments
    ? createPaymentsSandbox({
        dataDir: options.dataDir,
        webhookUrl: () =>
          server === null || options.stopping.aborted ? undefined : loopback() + webhookPath,
        publicUrl,
        scriptFile,
        clock: () => clock.now(),
        log,
      })
    : null;
  const mailbox = options.mail ? createMailbox({ ...options, font: fontAddress }) : null;
  const payments =
    cards && createStripePayments({ ...cards.keys, scriptUrl: cards.scriptPath, api: await cards.listen() });

  return {
    identity: issuer?.identity ?? null,
    payments,
    mail: mailbox?.mail ?? null,
    controls: cards,
    handle(req, res) {
      const path = req.url ?? '/';
      if (issuer && path.startsWith(`${identityMount}/`)) issuer.handle(req, res);
      else if (cards && path.startsWith('/sandbox/payments/')) cards.browser(req, res);
      else if (mailbox && path.split('?', 1)[0] === mailboxPath) mailbox.handle(req, res);
      else res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    },
    seedPlan: (seed) => cards?.seedPlan(seed),
    listening(at) {
      server = at;
      cards?.start();
    },
    async close() {
      mailbox?.close();
      await cards?.close();
    },
  };
}
