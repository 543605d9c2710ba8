import { expect, test } from 'vitest';
import { formatWaiting } from './waiting.ts';

test('a waiting time is written in its usual units', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const ago = (minutes: number) => formatWaiting(new Date(now - minutes * 60_000).toISOString(), now);
  expect([-1, 0.5, 1, 59, 60, 125, 1439, 1440, 4500].map(ago)).toEqual([
    'less than a minute',
    'less than a minute',
    '1 min',
    '59 min',
    '1 h',
    '2 h 5 min',
    '23 h 59 min',
    '1 day',
    '3 days',
  ]);
});
