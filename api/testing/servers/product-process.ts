import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from '../machine/process-env.ts';
import type { PaymentsProcess } from './payments-process.ts';

export interface ProductProcessOptions {
  /** The data folder, which stays the same at every start and is not deleted at the end. */
  dataDir: string;
  port: number;
  /** The card provider's process. */
  provider: Pick<PaymentsProcess, 'stripe' | 'env'>;
  env?: Record<string, string>;
}

export interface ProductProcess {
  url: string;
  /** Kills the process (SIGKILL) in the middle of its work; the provider continues. */
  kill(): Promise<void>;
  /** Starts again after `kill`, on the same port and data; resolves once it serves. */
  start(): Promise<void>;
  /** Moves the server's clock on; a kill keeps it moved. Move the provider's clock too, and set `signAtOwnTime`. */
  advance(seconds: number): Promise<void>;
  /** Runs one round of every job, such as the reconciler. */
  round(): Promise<void>;
}

/** The webhook route of a server on this port, for the provider's process, which starts first. */
export const webhookUrlOn = (port: number): string => `http://127.0.0.1:${port}/api/webhooks/stripe`;

async function answerTo(child: ChildProcess, message: number | 'round'): Promise<void> {
  const over = new AbortController();
  const heard = (event: 'message' | 'exit') => once(child, event, { signal: over.signal });
  const done = Promise.race([heard('message'), heard('exit')]);
  child.send(message);
  await done;
  // The other listener would stay with the process, one for each message.
  over.abort();
}

/** The whole server as a separate process, with payments from the provider's process. */
export async function startProductProcess(options: ProductProcessOptions): Promise<ProductProcess> {
  const main = fileURLToPath(new URL('product-process.main.ts', import.meta.url));
  const url = `http://127.0.0.1:${options.port}`;
  let child: ChildProcess | null = null;
  let clockSeconds = 0;

  async function start() {
    const started = fork(main, [JSON.stringify({ stripe: options.provider.stripe, clockSeconds })], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...processEnv(),
        PORT: String(options.port),
        HOST: '127.0.0.1',
        PUBLIC_URL: url,
        DATA_DIR: options.dataDir,
        LOG_LEVEL: 'silent',
        // Cards come from a provider with keys, sign-in from the sandbox.
        SANDBOX: '1',
        ...options.provider.env,
        ...options.env,
      },
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('message', () => resolve());
      started.once('exit', (code) => reject(new Error(`The server ended with ${code} before it served`)));
      started.once('error', reject);
    });
  }

  await start();
  return {
    url,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async advance(seconds) {
      clockSeconds += seconds;
      if (!child?.connected) return;
      // A process killed meanwhile starts with the new time.
      await answerTo(child, seconds);
    },
    async round() {
      if (child?.connected) await answerTo(child, 'round');
    },
  };
}
