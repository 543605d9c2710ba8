import type { Context, Next } from 'koa';
import { Refusal } from '../core/refusal.ts';

/**
 * Whether a text in here holds a NUL, which PostgreSQL cannot be asked about. People's own words are rid of it by
 * their schema; what is left is no id of anything.
 */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasNul);
}

/** Nothing has such an address, whoever reads it. */
export function refuseNul(ctx: Context, next: Next): Promise<void> {
  if (ctx.path.includes('%00')) throw new Refusal('not_found', 'Not found');
  return next();
}
