import { expect, test } from 'vitest';
import { momentsOf } from './moments.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T00:00:00.000Z');
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T01:00:00.000Z`;

test('status changes and moves make one timeline, the oldest first, with who acted', () => {
  const moments = momentsOf(
    {
      statusChanges: [
        { from: null, to: 'pending', at: at(1), by: 'customer' },
        { from: 'pending', to: 'scheduled', at: at(2), by: 'team' },
        { from: 'scheduled', to: 'pending', at: at(3), by: 'customer' },
        { from: 'pending', to: 'scheduled', at: at(4), by: 'team' },
        { from: 'scheduled', to: 'cancelled', at: at(5), by: 'customer' },
      ],
      moves: [{ from: at(10), to: at(12), at: at(3), by: 'customer' }],
    },
    zone,
    now,
  );
  expect(moments.map((m) => [m.title, m.who, m.text])).toEqual([
    ['Booked', 'You', null],
    ['Scheduled', 'The team', null],
    ['Moved', 'You', 'From Tue 10 Nov, 12:00 pm to Thu 12 Nov, 12:00 pm'],
    ['Scheduled', 'The team', null],
    ['Cancelled', 'You', null],
  ]);
  expect(new Set(moments.map((m) => m.key)).size).toBe(moments.length);
});

test('a withdrawn step is named as such', () => {
  const titles = momentsOf(
    {
      statusChanges: [
        { from: null, to: 'pending', at: at(1) },
        { from: 'pending', to: 'completed', at: at(2) },
        { from: 'completed', to: 'in_progress', at: at(3) },
        { from: 'in_progress', to: 'pending', at: at(4) },
      ],
      moves: [{ from: null, to: at(9), at: at(5) }],
    },
    zone,
    now,
  ).map((m) => [m.title, m.who]);
  expect(titles).toEqual([
    ['Booked', null],
    ['Completed', null],
    ['Opened again: work began', null],
    ['Waiting for a time again', null],
    ['Time agreed', null],
  ]);
});
