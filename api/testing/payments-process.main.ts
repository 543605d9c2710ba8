import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createPaymentsSandbox } from '../sandbox/payments/sandbox.ts';
import type { PaymentsProcessOptions, PaymentsReady } from './payments-process.ts';

// Whoever started it is gone; what it has answered is kept.
process.once('disconnect', () => process.exit(0));

/** What `startPaymentsProcess` starts: its options come as JSON, what it stands on is told when it is ready. */
const options = JSON.parse(process.argv[2] ?? '{}') as PaymentsProcessOptions;

const front = createServer((req, res) => sandbox.browser(req, res));
await new Promise<void>((resolve) => front.listen(options.browserPort ?? 0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
const sandbox = createPaymentsSandbox({
  dataDir: options.dataDir,
  webhookUrl: options.webhookUrl,
  publicUrl: options.publicUrl ?? origin,
  signAtOwnTime: options.signAtOwnTime ?? false,
  ...(options.webhookRetryDelaysMs && { webhookRetryDelaysMs: options.webhookRetryDelaysMs }),
  log: {
    // A receiver that is away is what this process is for.
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
// Killed, it could not do so at its end.
flushCompileCache();
process.send?.(ready);
