import { expect, test } from 'vitest';
import { byDay } from './days.ts';

const visit = (startsAt: string) => ({
  ...{
    id: startsAt,
    startsAt,
    endsAt: startsAt,
    status: 'scheduled' as const,
    service: 'Lawn',
    suburb: null,
  },
});

test('visits stand under the day of the business’s zone', () => {
  const visits = [
    visit('2026-11-24T22:00:00.000Z'),
    visit('2026-11-25T12:59:00.000Z'),
    visit('2026-11-25T13:00:00.000Z'),
  ];
  expect(byDay(visits, 'Australia/Sydney').map(({ day, visits: ofDay }) => [day, ofDay.length])).toEqual([
    ['2026-11-25', 2],
    ['2026-11-26', 1],
  ]);
});
