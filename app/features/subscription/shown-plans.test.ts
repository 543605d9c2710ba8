import { expect, test } from 'vitest';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { shownPlans } from './shown-plans.ts';

const plan = (id: string, priceCents: number) => ({
  id,
  versionId: id,
  name: id,
  priceCents,
  hours: 5,
  concierge: 'Line',
  features: [],
  popular: false,
  premium: false,
});
const plans = [plan('small', 10_000), plan('large', 30_000)];
const running = (tier: string, priceCents: number) =>
  ({ tier, plan: { ...plan(tier, priceCents) } }) as unknown as Subscription;
const shown = (...given: Parameters<typeof shownPlans>) =>
  shownPlans(...given).map(({ id, priceCents, isLarger }) => [id, priceCents, isLarger]);

test('a member sees their own price, and which plans are larger', () => {
  expect(shown({ plans, retired: [] }, 'small', running('small', 9_000))).toEqual([
    ['small', 9_000, false],
    ['large', 30_000, true],
  ]);
});

test('an own plan that is no longer sold stands in its place, and only those after it are larger', () => {
  const retired = [{ id: 'middle', name: 'middle', place: 1 }];
  expect(shown({ plans, retired }, 'middle', running('middle', 5_000))).toEqual([
    ['small', 10_000, false],
    ['middle', 5_000, false],
    ['large', 30_000, true],
  ]);
});
