import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf } from '../../../contract/rules/overage.ts';
import { planTiers } from '../../../contract/rules/plans.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { dearestOf, hourCents, kindOfChange, nextLarger, type PlanVersion } from './plans.rules.ts';

const first = planTiers.map(firstVersion);
const [basic, standard, deluxe, premium] = planTiers.map(firstVersion) as [
  PlanVersion,
  PlanVersion,
  PlanVersion,
  PlanVersion,
];

test('an hour past the plan costs the plan’s price divided by its hours, to the cent', () => {
  expect(first.map(hourCents)).toEqual([13_020, 11_675, 12_005, 9_802]);
  expect(centsOf(hourCents(standard), 60)).toBe(11_675);
  expect(centsOf(hourCents(standard), 90)).toBe(17_513);
  for (const version of first)
    expect(Math.abs(centsOf(hourCents(version), version.minutes) - version.priceCents)).toBeLessThanOrEqual(
      version.minutes / 120,
    );
  expect(dearestOf([standard, deluxe, premium])).toBe(deluxe);
});

test('the next plan is the next larger one on sale, and the largest has none', () => {
  expect(first.map((version) => nextLarger(version, first)?.tier ?? null)).toEqual([
    'standard',
    'deluxe',
    'premium',
    null,
  ]);
  expect(nextLarger(basic, [deluxe, premium])?.tier).toBe('deluxe');
  expect(nextLarger(deluxe, [basic])).toBeNull();
});

test('the order and the member’s own version decide what a change is, not the price on sale', () => {
  expect(kindOfChange(standard, deluxe)).toBe('upgrade');
  expect(kindOfChange(deluxe, standard)).toBe('downgrade');
  // A newer version of the same plan is no change: the member keeps their own.
  expect(kindOfChange(standard, { ...standard, id: 'standard_2', priceCents: 1 })).toBe('keep');
  // Dearer and smaller waits for the next period, and so does larger and cheaper than the member's own.
  expect(kindOfChange(standard, { ...basic, priceCents: 900_000 })).toBe('downgrade');
  expect(kindOfChange({ ...standard, priceCents: 250_000 }, deluxe)).toBe('downgrade');
  // The price on sale of the member's own plan changes nothing.
  expect(kindOfChange(standard, { ...deluxe, priceCents: standard.priceCents + 1 })).toBe('upgrade');
});

test('a change at once never costs less than nothing, whatever the owner publishes', () => {
  const version = fc.record({
    tier: fc.constantFrom(...planTiers),
    position: fc.nat(8),
    priceCents: fc.integer({ min: 1, max: 99_999_999 }),
    minutes: fc.integer({ min: 1, max: 60_000 }),
  });
  fc.assert(
    fc.property(version, version, (one, other) => {
      const ownVersion = { ...basic, ...one };
      const wanted = { ...basic, ...other };
      if (kindOfChange(ownVersion, wanted) === 'upgrade')
        expect(wanted.priceCents).toBeGreaterThan(ownVersion.priceCents);
    }),
  );
});
