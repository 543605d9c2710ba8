/**
 * The seeds of a test with random histories: this one, with a second one in `npm run test:full` (FULL=1), or that of
 * `HOURS_SEED`.
 */
export function seedsFrom(first: number): number[] {
  const { HOURS_SEED: given, FULL } = process.env;
  if (given) return [Number(given)];
  return FULL === '1' ? [first, 7] : [first];
}

/**
 * The seeds of a test with random histories, and its number of histories for each. A failure prints its seed and the
 * shortest failing history; `HOURS_RUNS=100 HOURS_SEED=…` searches further.
 */
export const searchFrom = (seed: number, runs: number) => ({
  seeds: seedsFrom(seed),
  numRuns: Number(process.env.HOURS_RUNS ?? runs),
});
