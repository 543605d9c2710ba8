import type { Clock } from '../../core/clock.ts';

export interface TestClock extends Clock {
  /** Stops the clock at an instant (ISO 8601). */
  set(instant: string): void;
  /** Moves the clock on, stopped or running. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
}

/** A clock that shows the real time until it is set. */
export function testClock(): TestClock {
  let offset = 0;
  let stoppedAt: number | null = null;
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    set(at) {
      stoppedAt = Date.parse(at);
      offset = 0;
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      offset += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
