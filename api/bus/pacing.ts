/** The shortest interval between two hints, and the changes per second from which it grows. */
const leastMs = 500;
const mostPerSecond = 6;

/** Joins the paths of changes that follow each other quickly. */
export interface Pacing {
  /** @param delayMs the time to wait at least, if nothing was told just now */
  add(keys: Iterable<string>, delayMs?: number): void;
  /** Forgets what is not told yet. */
  end(): void;
}

/**
 * Tells a change at once, and those that follow in the next interval together. While more of them come than
 * `mostPerSecond`, the interval doubles, up to `mostMs`; otherwise it halves.
 * @param onQuiet called after an interval without any change
 */
export function paced(
  mostMs: number,
  tell: (keys: Set<string>) => void,
  onQuiet: () => void = () => {},
): Pacing {
  let keys = new Set<string>();
  let changes = 0;
  let intervalMs = leastMs;
  let timer: NodeJS.Timeout | null = null;

  const later = (work: () => void, ms: number) => {
    timer = setTimeout(work, ms).unref();
  };

  function tellNow(): void {
    const batch = keys;
    keys = new Set();
    changes = 0;
    later(intervalOver, intervalMs);
    tell(batch);
  }

  function intervalOver(): void {
    timer = null;
    if (changes === 0) {
      intervalMs = leastMs;
      onQuiet();
      return;
    }
    const isMuch = changes > (mostPerSecond * intervalMs) / 1000;
    intervalMs = isMuch ? Math.min(mostMs, intervalMs * 2) : Math.max(leastMs, intervalMs / 2);
    tellNow();
  }

  return {
    add(added, delayMs = 0) {
      for (const key of added) keys.add(key);
      if (keys.size === 0) return;
      changes += 1;
      if (timer) return;
      if (delayMs > 0) later(tellNow, delayMs);
      else tellNow();
    },
    end() {
      if (timer) clearTimeout(timer);
    },
  };
}
