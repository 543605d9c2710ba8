import type { LimitRates } from '../http/limits.ts';

/** For tests that are not about how often somebody may ask. */
export const wide: LimitRates = {
  signInPerAddress: 100_000,
  writesPerAddress: 100_000,
  writesPerPerson: 100_000,
  feedsPerAddress: 100_000,
};
