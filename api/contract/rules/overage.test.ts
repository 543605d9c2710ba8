import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, hourCents, missingMinutes, nextTier, paidMinutes } from './overage.ts';
import { plans, planTiers } from './plans.ts';

test('an hour past the plan costs the plan’s price divided by its hours, to the cent', () => {
  expect(planTiers.map(hourCents)).toEqual([13_020, 11_675, 12_005, 9_802]);
  expect(centsOf(hourCents('standard'), 60)).toBe(11_675);
  expect(centsOf(hourCents('standard'), 90)).toBe(17_513);
  for (const tier of planTiers)
    expect(
      Math.abs(centsOf(hourCents(tier), plans[tier].hours * 60) - plans[tier].priceCents),
    ).toBeLessThanOrEqual(plans[tier].hours / 2);
});

test('the next plan is the next larger one, and the largest has none', () => {
  expect(planTiers.map(nextTier)).toEqual(['standard', 'deluxe', 'premium', null]);
});

test('missing and free hours together equal the booking’s hours, whatever is held already', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 3000 }), (free, takes) => {
      const missing = missingMinutes(free, takes);
      expect(missing + Math.min(takes, Math.max(0, free))).toBe(takes);
    }),
  );
});

test('a card pays no more than was agreed, than was done, or than hours leave uncovered', () => {
  const minutes = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(
      minutes,
      minutes,
      fc.integer({ min: -3000, max: 3000 }),
      (agreed, actualMinutes, freeMinutes) => {
        const paid = paidMinutes(agreed, { freeMinutes, actualMinutes });
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid).toBeLessThanOrEqual(Math.min(agreed, actualMinutes));
        if (paid > 0) expect(paid + Math.max(0, freeMinutes)).toBeLessThanOrEqual(actualMinutes);
      },
    ),
  );
});
