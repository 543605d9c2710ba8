/** The refusals within one period after which its further requests are not looked at. */
const mostLookedAt = 10;
/** The period, in ms: not longer than the shortest `Retry-After` of a limit, so that a sender who obeys never meets it. */
const periodMs = 1000;

export interface RepeatedRefusals {
  /** Whether this sender has been refused so often in the present period that a request needs no look. */
  has(key: string): boolean;
  /** Counts a refusal with 429. */
  add(key: string): void;
}

/**
 * Remembers senders who go on after they were refused with 429. To find out that a limit is still reached costs a read
 * of the session or of a calendar's address, and thousands of such reads a second would hold up everybody else's.
 */
export function createRepeatedRefusals(now: () => number = () => performance.now()): RepeatedRefusals {
  const counts = new Map<string, number>();
  let begunAt = now();

  function present(): Map<string, number> {
    if (now() - begunAt >= periodMs) {
      counts.clear();
      begunAt = now();
    }
    return counts;
  }

  return {
    has: (key) => (present().get(key) ?? 0) >= mostLookedAt,
    add: (key) => void present().set(key, (present().get(key) ?? 0) + 1),
  };
}
