import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './errors.ts';

/** How often; points per 60 s. */
export interface LimitRates {
  signInPerAddress: number;
  writesPerAddress: number;
  writesPerPerson: number;
  feedsPerAddress: number;
}

export const defaultRates: LimitRates = {
  signInPerAddress: 30,
  writesPerAddress: 600,
  writesPerPerson: 240,
  feedsPerAddress: 120,
};

export interface Limits {
  /** @throws Refusal `too_many_requests` with `Retry-After`. */
  signIn(address: string): Promise<void>;
  write(address: string, personId: string | null): Promise<void>;
  /** For calendars, which read without signing in. */
  feed(address: string): Promise<void>;
}

/** Limits per address and per person, counted in this process. */
export function createLimits(rates: LimitRates = defaultRates): Limits {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: 60 });
  const signIn = limiter(rates.signInPerAddress);
  const perAddress = limiter(rates.writesPerAddress);
  const perPerson = limiter(rates.writesPerPerson);
  const feed = limiter(rates.feedsPerAddress);
  return {
    signIn: (address) => take(signIn, address),
    feed: (address) => take(feed, address),
    async write(address, personId) {
      await take(perAddress, address);
      if (personId) await take(perPerson, personId);
    },
  };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    });
  }
}
