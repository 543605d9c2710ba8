import { expect, test } from 'vitest';
import { isUnconfirmed, stepsOf } from './steps.ts';

const change = (
  from: 'pending' | 'scheduled' | null,
  to: 'pending' | 'scheduled' | 'cancelled',
  at: string,
) => ({ from, to, at });

const createdAt = '2026-11-01T00:00:00.000Z';

test('a scheduled booking has reached two of four steps', () => {
  const steps = stepsOf({
    status: 'scheduled',
    createdAt,
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-02T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => [s.label, s.reached, s.current, s.at?.slice(0, 10) ?? null])).toEqual([
    ['Booked', true, false, '2026-11-01'],
    ['Scheduled', true, true, '2026-11-02'],
    ['In Progress', false, false, null],
    ['Completed', false, false, null],
  ]);
});

test('a cancelled booking ends after its last step', () => {
  const steps = stepsOf({
    status: 'cancelled',
    createdAt,
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'cancelled', '2026-11-03T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => s.label)).toEqual(['Booked', 'Cancelled']);
  expect(steps.at(-1)?.current).toBe(true);
});

test('the status alone is enough without known changes', () => {
  expect(
    stepsOf({ status: 'in_progress', createdAt, statusChanges: [] }).filter((s) => s.reached),
  ).toHaveLength(3);
  expect(stepsOf({ status: 'cancelled', createdAt, statusChanges: [] }).map((s) => s.label)).toEqual([
    'Booked',
    'Cancelled',
  ]);
});

test('a booking set back shows no later step', () => {
  const steps = stepsOf({
    status: 'pending',
    createdAt,
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-02T00:00:00.000Z'),
      change('scheduled', 'pending', '2026-11-03T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => s.at?.slice(0, 10) ?? null)).toEqual(['2026-11-01', null, null, null]);
});

test('a moved booking keeps its time of booking', () => {
  const steps = stepsOf({
    status: 'scheduled',
    createdAt,
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-02T00:00:00.000Z'),
      change('scheduled', 'pending', '2026-11-10T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-11T00:00:00.000Z'),
    ],
  });
  expect(steps.map(({ at }) => at?.slice(0, 10) ?? null)).toEqual(['2026-11-01', '2026-11-11', null, null]);
});

test('the team confirms a pending time, unless something else comes first', () => {
  const now = Date.parse('2026-11-08T00:00:00.000Z');
  const paid = {
    status: 'pending',
    paymentType: 'one_time',
    scheduledDate: '2026-11-09T00:00:00.000Z',
  } as const;
  expect(isUnconfirmed(paid, now)).toBe(true);
  expect(isUnconfirmed({ ...paid, status: 'scheduled' }, now)).toBe(false);
  expect(isUnconfirmed({ ...paid, paymentType: 'custom_quote' }, now)).toBe(false);
  expect(isUnconfirmed({ ...paid, scheduledDate: null }, now)).toBe(false);
  expect(isUnconfirmed({ ...paid, scheduledDate: '2026-11-07T00:00:00.000Z' }, now)).toBe(false);
  expect(isUnconfirmed({ ...paid, unpaidUntil: '2026-11-08T06:00:00.000Z' }, now)).toBe(false);
  expect(isUnconfirmed({ ...paid, disputed: true }, now)).toBe(false);
});
