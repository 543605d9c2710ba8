import { expect, test } from 'vitest';
import { askedOf, tookOf } from './longer.ts';

const work = { estimatedHours: 2, actualHours: null, paymentType: 'subscription' } as const;

test('a customer is asked about work that is over a quarter of an hour longer', () => {
  expect([2, 2.25, 2.5].map((hours) => askedOf(work, hours, 'in_progress').isLonger)).toEqual([
    false,
    false,
    true,
  ]);
  const agreed = { ...work, actualHours: 3.5 };
  expect(askedOf(agreed, 3.5, 'completed').isLonger, 'what stands').toBe(false);
  expect(askedOf(agreed, 3.5, 'in_progress').isLonger, 'what is done again').toBe(true);
  expect(askedOf({ ...work, paymentType: 'one_time' }, 9, 'in_progress').isLonger).toBe(false);
});

test('waiting hours count as worked, and as already asked', () => {
  const waiting = { ...work, actualHours: 2, extraHours: 1.5 };
  expect([tookOf(work), tookOf(waiting)]).toEqual([2, 3.5]);
  expect(askedOf(waiting, 3.5, 'completed')).toEqual({ isLonger: true, isAsked: true });
  expect(askedOf(waiting, 3, 'completed')).toEqual({ isLonger: true, isAsked: false });
});
