import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypingShown, TypingTold, type Typist } from './typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const team: Typist = { name: 'Priya', isSupport: true };

test('typing is reported at once, then at most every 2 s', () => {
  const tell = vi.fn();
  const teller = new TypingTold(tell);
  for (let i = 0; i < 40; i += 1) {
    teller.typed();
    vi.advanceTimersByTime(100);
  }
  expect(tell).toHaveBeenCalledTimes(2);
});

test('the first letter after a message is reported', () => {
  const tell = vi.fn();
  const teller = new TypingTold(tell);
  teller.typed();
  teller.sent();
  teller.typed();
  expect(tell).toHaveBeenCalledTimes(2);
});

test('a typist is shown for 3 s after the last report', () => {
  let shown: Typist[] = [];
  const typing = new TypingShown((typists) => {
    shown = typists;
  });
  typing.heard(team);
  vi.advanceTimersByTime(2000);
  typing.heard(team);
  vi.advanceTimersByTime(2999);
  expect(shown).toEqual([team]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([]);
});

test('a typist disappears with their message; another one stays', () => {
  let shown: Typist[] = [];
  const typing = new TypingShown((typists) => {
    shown = typists;
  });
  const sam: Typist = { name: 'Sam', isSupport: true };
  typing.heard(team);
  typing.heard(sam);
  typing.wrote(team);
  expect(shown).toEqual([sam]);
  typing.end();
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual([]);
});
