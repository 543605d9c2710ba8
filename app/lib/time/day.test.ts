import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayIn, onDay } from './day.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const frame = new EventTarget();
let notifications: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
  notifications = 0;
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Follows a zone from an instant on. */
function follow(zone: string, from: string): void {
  vi.setSystemTime(new Date(from));
  stop = onDay(() => {
    notifications += 1;
  });
  dayIn(zone);
  // The zone may still be known from an earlier test.
  page.dispatchEvent(new Event('visibilitychange'));
  notifications = 0;
}

test('a passed day is reported exactly at midnight in the zone', () => {
  follow('Australia/Sydney', '2026-11-24T12:50:00.000Z');
  const before = dayIn('Australia/Sydney');
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(notifications).toBe(0);
  expect(dayIn('Australia/Sydney')).toBe(before);
  vi.advanceTimersByTime(1);
  expect(notifications).toBe(1);
  expect(dayIn('Australia/Sydney')).not.toBe(before);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(notifications).toBe(1);
  vi.advanceTimersByTime(3_600_000);
  expect(notifications).toBe(2);
});

test('a zone with an offset of quarter hours is reported at its own midnight', () => {
  follow('Asia/Kathmandu', '2026-11-24T18:14:59.999Z');
  vi.advanceTimersByTime(1);
  expect(notifications).toBe(1);
});

test('a return to the app on another day is reported at once', () => {
  follow('Australia/Sydney', '2026-11-24T10:00:00.000Z');
  vi.setSystemTime(new Date('2026-11-25T01:00:00.000Z'));
  expect(notifications).toBe(0);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(notifications).toBe(1);
  frame.dispatchEvent(new Event('pageshow'));
  expect(notifications).toBe(1);
});
