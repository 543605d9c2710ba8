import type { Server, ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';

/** How long a connection may take to end once its last answer is out. */
const graceMs = 500;

/** Once the process has been told to stop, only what was under way is finished; clients wait and come again. */
export function refuseWhileStopping(stopping: AbortSignal) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!stopping.aborted) return next();
    ctx.set('connection', 'close');
    throw new Refusal('unavailable', 'Hearthkeep is restarting', { retryAfterSeconds: 1 });
  };
}

/**
 * Watches a server's requests. The function it gives back closes the server: it goes on listening (so that health
 * can be asked) until what was under way by then is answered, at most `ms`, and cuts off what is left. What comes
 * meanwhile is told to come again, and is not waited for: clients that never rest would hold the port.
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
