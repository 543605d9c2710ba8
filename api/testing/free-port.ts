import { claimPort } from '../http/port.ts';

/**
 * No system gives these to a connection that goes out (Linux begins at 32768, the others at 49152), so a port that
 * is let go here, or between two starts of a server, is taken by nobody else meanwhile.
 */
const lowest = 20_000;
const perWorker = 1_000;

/** Workers that run side by side have ports of their own; a run beside this one begins elsewhere in them. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % 12;
let next = Math.floor(Math.random() * perWorker);

/** A port of loopback on which nothing listens, for what is to listen there later, or again and again. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < perWorker; tried++) {
    const port = lowest + worker * perWorker + (next++ % perWorker);
    const claim = await claimPort(port, '127.0.0.1').catch(() => null);
    if (!claim) continue;
    await new Promise((resolve) => claim.close(resolve));
    return port;
  }
  throw new Error(`not one of ${perWorker} ports is free`);
}
