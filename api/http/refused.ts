import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';
import type { Limits } from './limits/limits.ts';

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
