import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanTier, planTiers } from '../../contract/facts/plans.ts';
import { agreedPrice, chargedPrice } from './hour-price.service.ts';

const paidAt = '2026-11-01T00:00:00.000Z';
const end = '2027-01-01T00:00:00.000Z';
const agreedAt = '2026-11-20T00:00:00.000Z';
const later = '2026-12-01T00:00:00.000Z';

test('the agreed price is the dearest of the plan that began the period, the plan now and the next one', () => {
  const price = (began: PlanTier, tier: PlanTier, nextTier: PlanTier | null) =>
    agreedPrice({ tier, nextTier }, { tier: began, paidAt, end }).tier;
  expect(price('basic', 'premium', 'premium')).toBe('basic');
  expect(price('premium', 'premium', 'basic')).toBe('basic');
  expect(price('premium', 'premium', null)).toBe('premium');
  // An hour of Deluxe costs more than one of Standard.
  expect(price('standard', 'deluxe', 'standard')).toBe('deluxe');
  expect(agreedPrice({ tier: 'standard', nextTier: null }, null)).toEqual({
    hourCents: 11_675,
    tier: 'standard',
  });
});

test('work in a later period is charged at the price of the plan that paid for it, if that is cheaper', () => {
  const agreed = { agreedAt, hourCents: 13_020, tier: 'basic' as const };
  const premium = { hourCents: 9_802, tier: 'premium' };
  const basic = { hourCents: 13_020, tier: 'basic' };
  expect(chargedPrice(agreed, { tier: 'premium', paidAt: later, end })).toEqual(premium);
  expect(chargedPrice(agreed, { tier: 'premium', paidAt, end })).toEqual(basic);
  expect(chargedPrice(agreed, null)).toEqual(basic);
  const cheap = { agreedAt, hourCents: 9_802, tier: 'premium' as const };
  expect(chargedPrice(cheap, { tier: 'basic', paidAt: later, end })).toEqual(premium);
});

type Step = { what: 'upgrade' | 'switch'; tier: PlanTier } | { what: 'book'; periodsLater: number };

/** The cents per hour of all booked visits, in the order of booking. */
function pricesOf(
  periods: readonly { steps: Step[]; next: PlanTier }[],
  first: PlanTier,
  mayUpgrade: boolean,
) {
  const began: PlanTier[] = [first, ...periods.map(({ next }) => next)];
  const instantOf = (period: number) => new Date(Date.UTC(2026, period)).toISOString();
  const periodOf = (tier: PlanTier, at: number) => ({ tier, paidAt: instantOf(at), end: instantOf(at + 1) });
  return periods.flatMap(({ steps }, at) => {
    const tier = began[at] ?? first;
    const plan = { tier, nextTier: tier };
    return steps.flatMap((step) => {
      if (step.what === 'book') {
        const price = agreedPrice(plan, periodOf(tier, at));
        const visit = Math.min(at + step.periodsLater, periods.length);
        const booked = { ...price, agreedAt: new Date(Date.UTC(2026, at, 15)).toISOString() };
        return [chargedPrice(booked, periodOf(began[visit] ?? first, visit)).hourCents];
      }
      if (step.what === 'switch') plan.nextTier = step.tier;
      // Without the upgrade, the member keeps the plan that they have.
      else if (mayUpgrade) Object.assign(plan, { tier: step.tier, nextTier: step.tier });
      else plan.nextTier = tier;
      return [];
    });
  });
}

describe('an upgrade that is not paid for a whole period', () => {
  const tier = fc.constantFrom(...planTiers);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ what: fc.constantFrom('upgrade' as const, 'switch' as const), tier }),
    fc.record({ what: fc.constant('book' as const), periodsLater: fc.nat(2) }),
  );
  const history = fc.array(fc.record({ steps: fc.array(step, { maxLength: 8 }), next: tier }), {
    minLength: 1,
    maxLength: 4,
  });

  test('never lowers the price of a visit, whatever plan is paid for the next period', () => {
    fc.assert(
      fc.property(tier, history, (first, periods) => {
        const [upgraded, kept] = [pricesOf(periods, first, true), pricesOf(periods, first, false)];
        expect(upgraded.every((cents, visit) => cents >= (kept[visit] ?? 0))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
