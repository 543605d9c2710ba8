import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createPaymentsSandbox } from '@hearthkeep/payments-sandbox';
import type { PaymentsProcessOptions, PaymentsReady } from './payments-process.ts';

// The starting process has ended; everything answered is stored.
process.once('disconnect', () => process.exit(0));

/**
 * The process that `startPaymentsProcess` starts: its options come as JSON, and it sends its addresses when it is
 * ready.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as PaymentsProcessOptions;

const front = createServer((req, res) => sandbox.browser(req, res));
await new Promise<void>((resolve) => front.listen(options.browserPort ?? 0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
const sandbox = createPaymentsSandbox({
  dataDir: options.dataDir,
  webhookUrl: options.webhookUrl,
  publicUrl: options.publicUrl ?? origin,
  scriptFile: new URL('../../../dist/sandbox/stripe.js', import.meta.url),
  signAtOwnTime: options.signAtOwnTime ?? false,
  ...(options.webhookRetryDelaysMs && { webhookRetryDelaysMs: options.webhookRetryDelaysMs }),
  log: {
    // An absent receiver is expected in these tests.
    warn() {},
    error: (fields, message) => process.stderr.write(`${message} ${inspect(fields)}\n`),
  },
});
const api = await sandbox.listen(options.port ?? 0);
sandbox.start();

const ready: PaymentsReady = {
  origin,
  stripe: { ...sandbox.keys, scriptUrl: `${origin}${sandbox.scriptPath}`, api },
};
// Written now, because a killed process could not do it at its end.
flushCompileCache();
process.send?.(ready);
