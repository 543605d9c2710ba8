import { expect, test } from 'vitest';
import type { LiveWork, ScheduledBooking } from '../../../api/contract/schemas/schedule.ts';
import { expectedEnd, listsAt, spanText } from './clock.ts';

const booking = (id: string, startsAt: string): ScheduledBooking => ({
  id,
  status: 'scheduled',
  startsAt,
  minutes: 90,
  estimated: true,
  service: 'Lawn mowing',
  category: { id: 'c', name: 'Outdoor Services', color: 'leaf', icon: 'leaf' },
  customer: { id: 'u', name: 'Mai Tran', email: 'mai@example.com', emailVerified: true },
});

test('a time span is written in its usual units', () => {
  const minute = 60_000;
  expect([-5, 0, 59.9, 60, 125, 47 * 60 + 59, 48 * 60, 100 * 60].map((n) => spanText(n * minute))).toEqual([
    '0 min',
    '0 min',
    '59 min',
    '1 h',
    '2 h 5 min',
    '47 h 59 min',
    '2 days',
    '4 days',
  ]);
});

test('work that should have begun is late, the latest first', () => {
  const work: LiveWork = {
    at: '2026-11-24T00:00:00.000Z',
    inProgress: [],
    late: [booking('late', '2026-11-23T23:00:00.000Z')],
    soon: [
      booking('first', '2026-11-24T00:10:00.000Z'),
      booking('second', '2026-11-24T00:20:00.000Z'),
      booking('third', '2026-11-24T01:00:00.000Z'),
    ],
    cut: [],
    completedToday: 0,
  };
  const ids = (at: string) => {
    const { late, soon } = listsAt(work, Date.parse(at));
    return [late, soon].map((list) => list.map(({ id }) => id));
  };
  expect(ids('2026-11-24T00:09:59.999Z')).toEqual([['late'], ['first', 'second', 'third']]);
  expect(ids('2026-11-24T00:20:00.000Z')).toEqual([['second', 'first', 'late'], ['third']]);
});

test('work should end when its estimate has passed since its start', () => {
  const begun = { ...booking('b', '2026-11-24T00:00:00.000Z'), startedAt: '2026-11-24T00:30:00.000Z' };
  expect(new Date(expectedEnd(begun)).toISOString()).toBe('2026-11-24T02:00:00.000Z');
});
