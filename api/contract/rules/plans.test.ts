import { expect, test } from 'vitest';
import { planWithin } from './plan-terms.ts';
import { plans } from './plans.ts';

// Spec §9, row by row.
test.each([
  [
    'basic',
    650.99,
    5,
    'Basic Support Line',
    ['Personal concierge', 'All service categories', 'Flexible scheduling', 'Mobile app access'],
  ],
  ['standard', 1400.99, 12, 'Dedicated Concierge', ['Priority booking', 'Usage analytics']],
  ['deluxe', 2400.99, 20, 'Premium Concierge Team', ['Same-day service', 'Premium support']],
  [
    'premium',
    4900.99,
    50,
    'Executive Concierge Team',
    ['Dedicated concierge team', 'Unlimited categories', '24/7 emergency support', 'Account manager'],
  ],
] as const)('the %s plan is sold as specified', (tier, price, hours, concierge, adds) => {
  const plan = plans[tier];
  expect(plan).toMatchObject({ priceCents: Math.round(price * 100), hours, concierge });
  expect(plan.features.slice(-adds.length)).toEqual(adds);
  expect([plan.popular, plan.premium]).toEqual([tier === 'deluxe', tier === 'premium']);
});

test('each plan includes the features of the one below', () => {
  const { basic, standard, deluxe, premium } = plans;
  for (const [less, more] of [
    [basic, standard],
    [standard, deluxe],
    [deluxe, premium],
  ] as const)
    expect(more.features.slice(0, less.features.length)).toEqual(less.features);
});

test('a plan stands for its features in the next one only if that has all of them', () => {
  const { basic, standard } = plans;
  expect(planWithin(basic, standard)).toBe(basic);
  expect(planWithin(standard, basic)).toBeNull();
  expect(planWithin(undefined, basic)).toBeNull();
  expect(planWithin({ ...basic, features: [] }, standard)).toBeNull();
});
