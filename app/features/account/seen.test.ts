import { expect, test } from 'vitest';
import { formatSeen } from './seen.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T03:30:00.000Z');

test('a device’s last use is shown by the hour, no more exactly than known', () => {
  const seen = (at: string) => formatSeen(at, zone, now).replaceAll('\u202f', ' ');
  expect(seen('2026-11-21T02:30:00.001Z')).toBe('within the last hour');
  expect(seen('2026-11-21T02:30:00.000Z')).toBe('today, about 1 pm');
  expect(seen('2026-11-19T22:05:00.000Z')).toBe('yesterday, about 9 am');
  expect(seen('2026-11-03T22:59:00.000Z')).toBe('Wed 4 Nov, about 9 am');
});
