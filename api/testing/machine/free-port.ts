import { claimPort } from '../../http/port.ts';

/**
 * No system gives these ports to outgoing connections (Linux begins at 32768, others at 49152). A port that is
 * released here, or between two starts of a server, is therefore not taken meanwhile.
 */
const lowest = 20_000;
const perWorker = 1_000;

/** Parallel workers have separate ranges; another run at the same time begins elsewhere in them. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % 12;
let next = Math.floor(Math.random() * perWorker);

/** A free port of loopback, for a server that starts there later or repeatedly. */
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
