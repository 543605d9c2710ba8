import { claimAddress } from '../api/compose/address.ts';
import { type Product, startProduct } from '../api/compose/start.ts';
import { createLog } from '../api/core/log.ts';

/**
 * Runs one product after the other in one process, each on its own data folder, so that the modules are loaded and
 * compiled once. The parent sends orders; the log shows when they are done.
 */
export type Order = { start: Record<string, string> } | { stop: true };

let running: { product: Product; stopping: AbortController } | null = null;

process.on('message', async (order: Order) => {
  if ('start' in order) await start(order.start);
  else await stop();
});
process.on('SIGTERM', async () => {
  await stop();
  process.exit(0);
});
process.on('disconnect', () => process.exit(0));

async function start(given: Record<string, string>): Promise<void> {
  const address = await claimAddress(given);
  const stopping = new AbortController();
  const product = await startProduct(address, createLog(address.env.LOG_LEVEL), stopping.signal);
  running = { product, stopping };
}

async function stop(): Promise<void> {
  running?.stopping.abort();
  await running?.product.close();
  running = null;
}
