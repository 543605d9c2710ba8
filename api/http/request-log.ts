import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import type { ApiErrorBody } from '../contract/schemas/errors.ts';
import { Refusal } from '../core/refusal.ts';
import { DatabaseUnavailable, KeyTaken } from '../db/unavailable.ts';

/** The rest of such a path is the key to a member's calendar. */
const privateAddress = /^(\/+calendar\/).+/i;

/**
 * Gives the request its id and log, turns every failure into the contract's one shape, and writes one log line per
 * request: method, path without query, status, milliseconds. The line holds nothing personal and no path that is a
 * key.
 */
export function requestLog(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const requestId = randomUUID();
    const began = performance.now();
    ctx.state.requestId = requestId;
    ctx.state.log = log.child({ requestId });
    ctx.set('x-request-id', requestId);
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false)
        throw new Refusal('not_found', 'Not found');
      if (ctx.status === 405) throw new Refusal('method_not_allowed', 'This method is not allowed here');
    } catch (error) {
      if (error instanceof KeyTaken) ctx.state.log.warn({ err: error }, 'another row has this key');
      answerError(ctx, error, requestId);
    }
    ctx.state.log.info(
      {
        method: ctx.method,
        path: ctx.path.replace(privateAddress, '$1…'),
        status: ctx.status,
        ms: Math.round(performance.now() - began),
      },
      'request',
    );
  };
}

function asRefusal(ctx: Context, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return new Refusal('unavailable', 'Hearthkeep cannot answer just now. Please try again in a moment.', {
      retryAfterSeconds: 5,
      cause: error,
    });
  if (error instanceof KeyTaken && error.isClients && ctx.get('idempotency-key'))
    return new Refusal('key_reused', 'This Idempotency-Key was used for another change', { cause: error });
  if (error instanceof KeyTaken)
    return new Refusal('conflict', 'Another change was made at the same moment. Please try again.', {
      cause: error,
    });
  return new Refusal('internal', 'Something went wrong on our side', { cause: error });
}

function answerError(ctx: Context, error: unknown, requestId: string): void {
  const refusal = asRefusal(ctx, error);
  if (refusal.code === 'internal') ctx.state.log.error({ err: refusal.cause }, 'unexpected error');
  else if (refusal.log) ctx.state.log.warn({ code: refusal.code }, refusal.log);
  // The log must distinguish a wrong key from an outage.
  else if (refusal.status >= 500 && refusal.cause)
    ctx.state.log.warn({ code: refusal.code, err: refusal.cause }, 'a counterparty failed');
  ctx.status = refusal.status;
  if (refusal.retryAfterSeconds) ctx.set('retry-after', String(refusal.retryAfterSeconds));
  const body: ApiErrorBody = { code: refusal.code, message: refusal.message, requestId };
  if (refusal.fields) body.fields = refusal.fields;
  if (refusal.current !== undefined) body.current = refusal.current;
  ctx.body = body;
}
