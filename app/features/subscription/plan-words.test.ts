import { expect, test } from 'vitest';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { NotApproved, Unlearnt } from './plan-change.machine.ts';
import { failureOf, toldOfChange, toldOfStanding } from './plan-words.ts';

const answer = (changes: Partial<Subscription>): Subscription => ({
  tier: 'standard',
  status: 'active',
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextTier: 'standard',
  pendingTier: null,
  owed: null,
  ...changes,
});

test('a change is reported by the server’s answer, not by the request', () => {
  const told = (changes: Partial<Subscription>) => toldOfChange(answer(changes), 'deluxe').title;
  expect(told({ tier: 'deluxe', nextTier: 'deluxe' })).toBe('Welcome to your Deluxe Plan');
  expect(told({ tier: 'premium', nextTier: 'deluxe' })).toBe('Plan changed');
  expect(told({ pendingTier: 'deluxe' })).toBe('Your payment is under way');
  expect(toldOfChange(answer({}), 'deluxe')).toEqual({
    title: 'Error',
    description: 'Failed to update subscription',
    style: 'destructive',
  });
});

test('the next step of the plan is reported by the server’s answer', () => {
  const told = (changes: Partial<Subscription>) => toldOfStanding(answer(changes)).title;
  expect(told({ nextTier: null })).toBe('Your plan ends with its period');
  expect(told({})).toBe('You keep Standard');
  expect(told({ tier: 'premium', nextTier: 'premium' })).toBe('You keep Premium');
  expect(told({ nextTier: 'basic' })).toBe('Basic follows with the next period');
  expect(told({ pendingTier: 'deluxe' })).toBe('Your payment is under way');
  expect(told({ tier: 'none', status: 'none', nextTier: null })).toBe('You have no plan');
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
