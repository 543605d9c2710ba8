import { expect, test } from 'vitest';
import type { Subscription } from '../../../api/contract/entities.ts';
import { toldOfChange, toldOfStanding } from './plan-words.ts';

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

test('a change is told as the server answered it, whatever was asked for', () => {
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

test('what follows the plan is told as the server answered it', () => {
  const told = (changes: Partial<Subscription>) => toldOfStanding(answer(changes)).title;
  expect(told({ nextTier: null })).toBe('Your plan ends with its period');
  expect(told({})).toBe('You keep Standard');
  expect(told({ tier: 'premium', nextTier: 'premium' })).toBe('You keep Premium');
  expect(told({ nextTier: 'basic' })).toBe('Basic follows with the next period');
  expect(told({ pendingTier: 'deluxe' })).toBe('Your payment is under way');
  expect(told({ tier: 'none', status: 'none', nextTier: null })).toBe('You have no plan');
});
