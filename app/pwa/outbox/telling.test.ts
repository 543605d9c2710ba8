import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sameAs, teller } from './telling.ts';
import { aQueuedMessage, storedMessage } from './testing/entry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the steps of a drain are reported at once, then once a second, and the rest at its end', () => {
  const shown: number[] = [];
  const telling = teller(
    'mia',
    { tell: () => {}, now: Date.now, later: (ms, then) => void setTimeout(then, ms) },
    (answered) => void shown.push(answered.length),
    () => {},
  );
  for (let n = 0; n < 20; n += 1) {
    telling.note(storedMessage(aQueuedMessage()));
    vi.advanceTimersByTime(100);
  }
  expect(shown).toEqual([1, 9, 10]);
  telling.note(storedMessage(aQueuedMessage()));
  telling.end();
  expect(shown).toEqual([1, 9, 10, 1]);
});

test('an entry that was refused again, between two looks, is shown with its new reason', () => {
  const before = aQueuedMessage('Hello', {
    clientId: 'c1',
    state: 'failed',
    reason: 'Sam answered meanwhile',
  });
  expect(sameAs([before])({ ...before })).toBe(before);
  const again = { ...before, reason: 'Ada answered meanwhile' };
  expect(sameAs([before])(again)).toBe(again);
});
