import type { Server, ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';

/** The time for a connection to end after its last answer. */
const graceMs = 500;

/** Refuses new requests once the process has been told to stop; clients wait and retry. */
export function refuseWhileStopping(stopping: AbortSignal) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!stopping.aborted) return next();
    ctx.set('connection', 'close');
    throw new Refusal('unavailable', 'Hearthkeep is restarting', { retryAfterSeconds: 1 });
  };
}

/**
 * Watches a server's requests.
 * @returns a function that closes the server. The server answers the requests under way, for at most `ms`, and cuts
 * off the rest. Until then it listens, so that its health can be read. It refuses later requests with a retry and does
 * not wait for them: busy clients would keep the port open for ever.
 */
export function drainable(server: Server): (ms: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  let nothingLeft = (): void => {};
  server.prependListener('request', (_req, res: ServerResponse) => {
    if (stopping) return;
    underWay.add(res);
    res.once('close', () => {
      underWay.delete(res);
      if (underWay.size === 0) nothingLeft();
    });
  });
  return async (ms) => {
    stopping = true;
    if (underWay.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        nothingLeft = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  };
}
