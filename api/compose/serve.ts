import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { EnvError } from '../core/env.ts';
import { createLog } from '../core/log.ts';
import { startLauncher } from '../providers/photos/launcher.ts';
import { claimAddress } from './address.ts';
import { welcome } from './welcome.ts';

// When little is done, V8 would move the whole heap together: nobody would be answered for 160 ms. It still collects.
setFlagsFromString('--no-memory-reducer-favors-memory');

/** Platforms kill after 10 s. */
const lastResortMs = 9_500;

try {
  await main();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  // Every file that the server makes is for its own user, also those that a library makes.
  process.umask(0o077);
  const address = await claimAddress(process.env);
  const log = createLog(address.env.LOG_LEVEL);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
  const stopping = new AbortController();
  stopOnSignal(stopping, log);
  startLauncher();

  // Loaded now, so that a value of the environment that cannot be used is named at once.
  const { startProduct } = await import('./start.ts');
  const product = await startProduct(address, log, stopping.signal);
  if (process.stdout.isTTY || process.argv.includes('--welcome')) process.stdout.write(welcome(address.env));

  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await product.close();
  process.exit(0);
}

function stopOnSignal(stopping: AbortController, log: Logger): void {
  // SIGHUP comes when the terminal is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      log.info({ signal }, 'stopping');
      stopping.abort();
      setTimeout(() => {
        log.error({}, 'the server did not close in time and exits anyway');
        process.exit(0);
      }, lastResortMs).unref();
    });
  }
}
