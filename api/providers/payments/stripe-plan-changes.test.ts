import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { planChangeCalls } from './stripe-plan-changes.ts';

test('a plan that goes on loses also the end that the owner has set by date', async () => {
  const updates: object[] = [];
  const callsOf = (cancel_at: number | null) =>
    planChangeCalls({
      subscriptions: {
        update: async (_id: string, change: Stripe.SubscriptionUpdateParams) => {
          updates.push(change);
          return { cancel_at };
        },
      },
    } as unknown as Stripe);
  const end = (cancel_at: number | null, ends: boolean) =>
    callsOf(cancel_at).endPlanWithPeriod({ subscriptionId: 'sub_1', ends, attempt: 'a' });
  await end(1_800_000_000, false);
  expect(updates.splice(0)).toEqual([{ cancel_at_period_end: false }, { cancel_at: '' }]);
  await end(null, false);
  await end(1_800_000_000, true);
  expect(updates).toEqual([{ cancel_at_period_end: false }, { cancel_at_period_end: true }]);
});
