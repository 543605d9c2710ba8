import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';

/**
 * Every call that writes must prove that it comes from this site's page: by a same-origin `Sec-Fetch-Site`, or by
 * the exact Origin (design §6). `exempt` are paths with a proof of their own, such as a signed webhook.
 */
export function sameOrigin(isOwnOrigin: (origin: string) => boolean, exempt: readonly string[]) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD' || ctx.method === 'OPTIONS';
    if (reads || exempt.includes(ctx.path)) return next();
    const site = ctx.get('sec-fetch-site');
    const origin = ctx.get('origin');
    const proven = origin ? isOwnOrigin(origin) && (!site || site === 'same-origin') : site === 'same-origin';
    if (!proven)
      throw new Refusal('foreign_origin', 'This request did not come from Hearthkeep', {
        log: 'write without same-origin proof',
      });
    return next();
  };
}
