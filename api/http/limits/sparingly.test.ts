import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sparingly } from './sparingly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Works that take a millisecond each; the clock is that of the timers and of the works together. */
function given() {
  let busyMs = 0;
  const done: number[] = [];
  const now = () => Date.now() + busyMs;
  const { add } = sparingly(now);
  const addOne = (n: number, sender = 'mia') =>
    add(sender, () => {
      busyMs += 1;
      done.push(n);
    });
  return { addOne, done, began: now(), now };
}

test('work is done in order, and a single one in the next turn', () => {
  const { addOne, done } = given();
  addOne(1);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(done).toEqual([1]);
  addOne(2);
  addOne(3);
  vi.advanceTimersByTime(100);
  expect(done).toEqual([1, 2, 3]);
});

test('work takes a twentieth of the time at most, however much there is', () => {
  const { addOne, done, began, now } = given();
  for (let n = 0; n < 1000; n += 1) addOne(n);
  vi.advanceTimersByTime(2000);
  expect(done.length).toBeGreaterThan(80);
  expect(done.length / (now() - began)).toBeLessThan(1 / 18);
});

test('work that is asked for again as soon as it is done rests, too', () => {
  const { addOne, done, began, now } = given();
  addOne(0);
  for (let n = 1; n <= 2000; n += 1) {
    vi.advanceTimersByTime(1);
    if (done.length === n) addOne(n);
    else if (done.at(-1) === done.length - 1) addOne(done.length);
  }
  expect(done.length / (now() - began)).toBeLessThan(1 / 18);
});

test('a sender does not wait for all that another one has caused', () => {
  const { addOne, done } = given();
  for (let n = 0; n < 1000; n += 1) addOne(n);
  addOne(-1, 'noah');
  vi.advanceTimersByTime(0);
  expect(done).toContain(-1);
});
