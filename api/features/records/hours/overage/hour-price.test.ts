import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanTier, planTiers } from '../../../../contract/rules/plans.ts';
import { firstVersion } from '../../../../testing/builders/first-version.ts';
import type { PaidPeriod } from '../hours.service.ts';
import { agreedPrice, chargedPrice } from './hour-price.rules.ts';

const start = '2026-11-01T00:00:00.000Z';
const agreedAt = '2026-11-20T00:00:00.000Z';
const later = '2026-12-01T00:00:00.000Z';
const end = '2027-01-01T00:00:00.000Z';

test('the agreed price is the dearest of the plan that began the period, the plan now and the next one', () => {
  const price = (began: PlanTier, tier: PlanTier, nextTier: PlanTier | null) =>
    agreedPrice(
      { version: firstVersion(tier), nextVersion: nextTier === null ? null : firstVersion(nextTier) },
      { version: firstVersion(began), end: later, paidAt: start },
    ).tier;
  expect(price('basic', 'premium', 'premium')).toBe('basic');
  expect(price('premium', 'premium', 'basic')).toBe('basic');
  expect(price('premium', 'premium', null)).toBe('premium');
  // An hour of Deluxe costs more than one of Standard.
  expect(price('standard', 'deluxe', 'standard')).toBe('deluxe');
  expect(agreedPrice({ version: firstVersion('standard'), nextVersion: null }, null)).toEqual({
    hourCents: 11_675,
    tier: 'standard',
  });
});

test('work in a period that was paid after the agreement is charged at the price of its plan, if that is cheaper', () => {
  const agreed = { agreedAt, hourCents: 13_020, tier: 'basic' as const };
  const premium = { hourCents: 9_802, tier: 'premium' };
  const basic = { hourCents: 13_020, tier: 'basic' };
  expect(chargedPrice(agreed, { version: firstVersion('premium'), end, paidAt: later })).toEqual(premium);
  expect(chargedPrice(agreed, { version: firstVersion('premium'), end, paidAt: start })).toEqual(basic);
  expect(chargedPrice(agreed, null)).toEqual(basic);
  const cheap = { agreedAt, hourCents: 9_802, tier: 'premium' as const };
  expect(chargedPrice(cheap, { version: firstVersion('basic'), end, paidAt: later })).toEqual(premium);
});

type Step = { what: 'upgrade' | 'switch'; tier: PlanTier } | { what: 'book'; periodsLater: number };
interface Period {
  /** The plan that pays for the period; `null` if it is never paid. */
  paid: PlanTier | null;
  /** Bookings before it is paid, while no plan can be changed. */
  early: { periodsLater: number }[];
  steps: Step[];
}

/** The cents per hour of all booked visits, in the order of booking. */
function pricesOf(first: PlanTier, following: readonly Period[], mayUpgrade: boolean): number[] {
  const periods = [{ paid: first, early: [], steps: [] }, ...following];
  const instantOf = (period: number, day: number) => new Date(Date.UTC(2026, period, day)).toISOString();
  const periodOf = (at: number): PaidPeriod | null => {
    const tier = periods[at]?.paid;
    return tier ? { version: firstVersion(tier), end: instantOf(at + 1, 1), paidAt: instantOf(at, 2) } : null;
  };
  const lastPaid = (at: number): PaidPeriod | null => periodOf(at) ?? (at > 0 ? lastPaid(at - 1) : null);
  const plan = { version: firstVersion(first), nextVersion: firstVersion(first) };
  return periods.flatMap(({ paid, early, steps }, at) => {
    const version = paid === null ? plan.nextVersion : firstVersion(paid);
    Object.assign(plan, { version, nextVersion: version });
    const book = (day: number, last: number, periodsLater: number): number => {
      const booked = { ...agreedPrice(plan, lastPaid(last)), agreedAt: instantOf(at, day) };
      return chargedPrice(booked, periodOf(at + periodsLater)).hourCents;
    };
    return [
      ...early.map(({ periodsLater }) => book(1, at - 1, periodsLater)),
      ...steps.flatMap((step) => {
        if (step.what === 'book') return [book(15, at, step.periodsLater)];
        if (step.what === 'switch') plan.nextVersion = firstVersion(step.tier);
        // Upgrades are refused until the period is paid.
        else if (!paid) return [];
        else if (mayUpgrade)
          Object.assign(plan, { version: firstVersion(step.tier), nextVersion: firstVersion(step.tier) });
        // Without the upgrade, the member keeps the plan that they have.
        else plan.nextVersion = version;
        return [];
      }),
    ];
  });
}

describe('an upgrade that is not paid for a whole period', () => {
  const tier = fc.constantFrom(...planTiers);
  const later = fc.nat(2);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ what: fc.constantFrom('upgrade' as const, 'switch' as const), tier }),
    fc.record({ what: fc.constant('book' as const), periodsLater: later }),
  );
  const period: fc.Arbitrary<Period> = fc.record({
    paid: fc.option(tier),
    early: fc.array(fc.record({ periodsLater: later }), { maxLength: 2 }),
    steps: fc.array(step, { maxLength: 8 }),
  });

  test('never lowers the price of a visit, whatever plan pays for the following periods, late or never', () => {
    fc.assert(
      fc.property(tier, fc.array(period, { minLength: 1, maxLength: 4 }), (first, periods) => {
        const [upgraded, kept] = [pricesOf(first, periods, true), pricesOf(first, periods, false)];
        expect(upgraded.every((cents, visit) => cents >= (kept[visit] ?? 0))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
