import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import type { ApiErrorBody } from '../contract/schemas/errors.ts';
import type { Log } from '../core/log.ts';
import { Refusal } from '../core/refusal.ts';
import type { Limits } from './limits/limits.ts';
import { soon } from './limits/take.ts';

/**
 * Counts answers of 401 and 403, which no other limit counts, by their address. Past the limit such calls get 429.
 * Signed-in people behind the same address with the needed rights are not affected.
 */
export function limitRefused({ refused }: Pick<Limits, 'refused'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) await refused(ctx.ip);
      throw error;
    }
  };
}

/** Answers a request that is not begun because too many of its sender wait; only the first of them gets a log line. */
export function refuseUnbegun(res: ServerResponse, log: Log, isFirst: boolean): void {
  const { code, message, status } = new Refusal(
    'too_many_requests',
    'Too many requests at once. Please wait a moment.',
  );
  const requestId = randomUUID();
  if (isFirst) log.warn({ requestId }, 'too many requests of one sender wait; further ones are refused');
  const body: ApiErrorBody = { code, message, requestId };
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(soon.retryAfterSeconds),
    'x-request-id': requestId,
  });
  res.end(JSON.stringify(body));
}
