import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../core/refusal.ts';

/** Makes a limiter of so many points in so many seconds, counted by all processes together. */
export type SharedLimiter = (name: string, points: number, seconds: number) => RateLimiterAbstract;

export const minute = 60;
export const day = 86_400;

/** The wait where nothing but the end of other work is waited for. */
export const soon = { retryAfterSeconds: 2 };

/** The refusal of a person who has stored as much as fits in one day. */
export const dayIsFull =
  'You have sent as much as fits in one day. More can be sent tomorrow; please call us if it cannot wait.';

/**
 * Takes points of a limit.
 * @param refusal the words for a person; left out: too many of `what`
 * @throws Refusal `too_many_requests` with the seconds until there are points again
 */
export async function take(
  limiter: RateLimiterAbstract,
  key: string,
  { what = 'requests', worth = 1, refusal }: { what?: string; worth?: number; refusal?: string } = {},
): Promise<void> {
  try {
    await limiter.consume(key, worth);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refusal('too_many_requests', refusal ?? `Too many ${what}. Please wait a moment.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}
