import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';

/**
 * Whether a text contains a NUL, which PostgreSQL refuses in a query. The schemas remove it from people's own words;
 * in any other value it makes an id that cannot exist.
 */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasNul);
}

/** Refuses paths with a NUL: nothing has such an address. */
export function refuseNul(ctx: Context, next: Next): Promise<void> {
  if (ctx.path.includes('%00')) throw new Refusal('not_found', 'Not found');
  return next();
}
