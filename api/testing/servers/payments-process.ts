import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ControlCommand, SandboxState } from '@hearthkeep/payments-sandbox';
import type { StripeOptions } from '../../providers/payments/stripe.ts';
import { freePort } from '../machine/free-port.ts';
import { processEnv } from '../machine/process-env.ts';

export interface PaymentsProcessOptions {
  /** The same folder continues the earlier state: keys, objects, time, pending webhooks. */
  dataDir: string;
  /** The address for webhooks; they are retried while nothing listens there. */
  webhookUrl: string;
  /** The port of the SDK's calls and of `/control`; any free one if left out. */
  port?: number;
  /** The port of browsers' calls, the script and hosted invoices; any free one if left out. */
  browserPort?: number;
  /** The origin of hosted invoices, if it is not the process's own. */
  publicUrl?: string;
  /** The pauses after refused webhooks; the sandbox's own grow to a day. */
  webhookRetryDelaysMs?: number[];
  /**
   * Needed if the product's clock is moved along with `advanceClockSeconds`: the product refuses signatures 300 s
   * off.
   */
  signAtOwnTime?: boolean;
}

export interface PaymentsReady {
  /** Browsers' calls go to `${origin}/sandbox/payments/v1/…`. */
  origin: string;
  /** The options with which any process calls `createStripePayments`. */
  stripe: StripeOptions;
}

export interface PaymentsProcess extends PaymentsReady {
  /** The keys as a server's environment, so that it opens no sandbox of its own. */
  env: Record<'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET', string>;
  control(command: ControlCommand): Promise<void>;
  state(): Promise<SandboxState>;
  /** Resolves once every webhook has been delivered or given up. */
  settled(): Promise<void>;
  /** Kills the process (SIGKILL); everything answered is stored. */
  stop(): Promise<void>;
}

/**
 * The payments sandbox as a separate process with its own clock, so that the product's server can die and return
 * while the provider continues. It ends with the process that started it.
 */
export async function startPaymentsProcess(options: PaymentsProcessOptions): Promise<PaymentsProcess> {
  const main = fileURLToPath(new URL('payments-process.main.ts', import.meta.url));
  // The ports are kept for a later start.
  const ports = { port: await freePort(), browserPort: await freePort() };
  const child = fork(main, [JSON.stringify({ ...ports, ...options })], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: processEnv(),
  });
  const ready = await new Promise<PaymentsReady>((resolve, reject) => {
    child.once('message', (message) => resolve(message as PaymentsReady));
    child.once('exit', (code) => reject(new Error(`The payments process ended with ${code}`)));
    child.once('error', reject);
  });
  const { api, secretKey, publishableKey, webhookSecret } = ready.stripe;
  const address = `http://${api?.host}:${api?.port}/control`;
  async function ask(path: string, init?: RequestInit): Promise<Response> {
    const answer = await fetch(address + path, init);
    if (!answer.ok) throw new Error(`The payments process answered ${answer.status}`);
    return answer;
  }
  return {
    ...ready,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    async control(command) {
      await ask('', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(command),
      });
    },
    state: async () => (await (await ask('')).json()) as SandboxState,
    async settled() {
      await ask('?settled');
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
