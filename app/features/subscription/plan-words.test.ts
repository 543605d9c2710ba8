import { expect, test } from 'vitest';
import { type FirstTier, plans } from '../../../api/contract/rules/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { NotApproved, Unlearnt } from './plan-change.machine.ts';
import { welcomeTo } from './plan-payment.ts';
import { failureOf, planAhead, toldOfChange, toldOfStanding } from './plan-words.ts';

/** A first plan as the server describes a member's own. */
const described = (tier: string | null) => {
  const plan = plans[tier as FirstTier];
  return plan && { ...plan, versionId: plan.id };
};

function answer(changes: Partial<Subscription>): Subscription {
  const plan: Subscription = {
    tier: 'standard',
    status: 'active',
    currentPeriodStart: null,
    currentPeriodEnd: null,
    nextTier: 'standard',
    pendingTier: null,
    owed: null,
    ...changes,
  };
  return {
    ...plan,
    plan: described(plan.tier),
    nextPlan: described(plan.nextTier),
    pendingPlan: described(plan.pendingTier),
  };
}

test('a change is reported by the server’s answer, not by the request', () => {
  const titleOf = (changes: Partial<Subscription>) => toldOfChange(answer(changes), 'deluxe').title;
  expect(titleOf({ tier: 'deluxe', nextTier: 'deluxe' })).toBe('Welcome to your Deluxe Plan');
  expect(titleOf({ tier: 'premium', nextTier: 'deluxe' })).toBe('Plan changed');
  expect(titleOf({ pendingTier: 'deluxe' })).toBe('Your payment is under way');
  expect(toldOfChange(answer({}), 'deluxe')).toEqual({
    title: 'Error',
    description: 'Failed to update subscription',
    style: 'destructive',
  });
});

test('the next step of the plan is reported by the server’s answer', () => {
  const titleOf = (changes: Partial<Subscription>) => toldOfStanding(answer(changes)).title;
  expect(titleOf({ nextTier: null })).toBe('Your plan ends with its period');
  expect(titleOf({})).toBe('You keep Standard');
  expect(titleOf({ tier: 'premium', nextTier: 'premium' })).toBe('You keep Premium');
  expect(titleOf({ nextTier: 'basic' })).toBe('Basic follows with the next period');
  expect(titleOf({ pendingTier: 'deluxe' })).toBe('Your payment is under way');
  expect(titleOf({ tier: 'none', status: 'none', nextTier: null })).toBe('You have no plan');
});

test('a member reads the next step of their plan, and what becomes of it with the account', () => {
  const now = new Date('2026-11-21T00:00:00.000Z');
  const ahead = (changes: Partial<Subscription>) =>
    planAhead(answer({ currentPeriodEnd: '2026-12-01T00:00:00.000Z', ...changes }), 'Australia/Sydney', now);
  expect(ahead({})).toBe('Your Standard plan renews on Tue 1 Dec for $1,400.99.');
  expect(ahead({ nextTier: 'basic' })).toBe('Standard until Tue 1 Dec, then Basic for $650.99 a month.');
  expect(ahead({ nextTier: null })).toBe(
    'Your Standard plan ends on Tue 1 Dec. Nothing more is charged, and the hours you have stay until they expire.',
  );
  expect(ahead({ nextTier: null, withAccount: 'resumes' })).toBe(
    'Your account stays, and your Standard plan with it. It renews on Tue 1 Dec once the card provider has answered us.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ends' })).toBe(
    'Your Standard plan is not renewed on Tue 1 Dec, since your account is about to be deleted. It goes on if you keep your account before then.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ended' })).toBe(
    'Your Standard plan ends on Tue 1 Dec. The hours you have go with your account, which is about to be deleted.',
  );
  const endsAt = '2026-11-28T02:00:00.000Z';
  expect(ahead({ nextTier: null, withAccount: 'ends', endsAt })).toBe(
    'Your Standard plan ends with your account, on Sat 28 Nov. If you keep your account before then, it goes on.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ended', endsAt })).toBe(
    'Your Standard plan ends with your account, on Sat 28 Nov. If you keep your account before then, it ends on Tue 1 Dec.',
  );
});

test('a failed change reports the state of the money, as far as known', () => {
  const answered = (status: number, code: string) =>
    failureOf(new ApiError(status, JSON.stringify({ code, message: 'No.', requestId: 'r' }), '', null));
  expect(failureOf(new NotApproved('No.'))).toBe('No. Nothing was charged, and your plan is as it was.');
  expect(answered(402, 'payment_incomplete')).toBe('No. Nothing was charged, and your plan is as it was.');
  expect(answered(409, 'conflict')).toBe('No.');
  expect(answered(503, 'unavailable')).toBe('Something went wrong on our side. Please try again.');
  for (const error of [new Unlearnt(), new NetworkError('lost')])
    expect(failureOf(error)).toContain('Please try again: nobody is charged twice.');
});

test('the welcome says that a credit has paid', () => {
  expect(welcomeTo(plans.standard)).toEqual({
    title: 'Welcome to your Standard Plan',
    description: '12 hours a month are yours to book.',
  });
  expect(welcomeTo(plans.standard, true).description).toBe(
    'Your credit has paid the first month. 12 hours a month are yours to book.',
  );
});
