import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';
import type { Limits } from './limits.ts';

/**
 * Counts what is turned away with 401 or 403, which no other limit counts, by the address that it came from. Past the
 * limit such calls are answered 429; whoever behind the same address is signed in, and may do what they ask, goes on.
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
