/** Numbers that look random and are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws chances, whole numbers and elements from random numbers. */
export function drawFrom(random: () => number) {
  const upTo = (n: number) => Math.floor(random() * n);
  return {
    random,
    /** Draws a whole number from 0 to n - 1. */
    upTo,
    chance: (share: number) => random() < share,
    one: <T>(of: readonly T[]): T => of[upTo(of.length)] as T,
  };
}
export type Draw = ReturnType<typeof drawFrom>;
