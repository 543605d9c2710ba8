import { expect, test } from 'vitest';
import { stepsOf } from './steps.ts';

const change = (
  from: 'pending' | 'scheduled' | null,
  to: 'pending' | 'scheduled' | 'cancelled',
  at: string,
) => ({ from, to, at });

test('a scheduled booking has reached two of four steps', () => {
  const steps = stepsOf({
    status: 'scheduled',
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-02T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => [s.label, s.reached, s.current])).toEqual([
    ['Booked', true, false],
    ['Scheduled', true, true],
    ['In Progress', false, false],
    ['Completed', false, false],
  ]);
});

test('a cancelled booking ends after its last step', () => {
  const steps = stepsOf({
    status: 'cancelled',
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'cancelled', '2026-11-03T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => s.label)).toEqual(['Booked', 'Cancelled']);
  expect(steps.at(-1)?.current).toBe(true);
});

test('the status alone is enough without known changes', () => {
  expect(stepsOf({ status: 'in_progress', statusChanges: [] }).filter((s) => s.reached)).toHaveLength(3);
  expect(stepsOf({ status: 'cancelled', statusChanges: [] }).map((s) => s.label)).toEqual([
    'Booked',
    'Cancelled',
  ]);
});

test('a booking set back shows no later step', () => {
  const steps = stepsOf({
    status: 'pending',
    statusChanges: [
      change(null, 'pending', '2026-11-01T00:00:00.000Z'),
      change('pending', 'scheduled', '2026-11-02T00:00:00.000Z'),
      change('scheduled', 'pending', '2026-11-03T00:00:00.000Z'),
    ],
  });
  expect(steps.map((s) => s.reached)).toEqual([true, false, false, false]);
});
