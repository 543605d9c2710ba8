import { expect, test } from 'vitest';
import { type FirstTier, plans } from '../../../api/contract/rules/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { planAhead, planOwed } from './plan-words.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T00:00:00.000Z');
const plan: Subscription = {
  tier: 'standard',
  status: 'active',
  currentPeriodStart: '2026-11-01T00:00:00.000Z',
  currentPeriodEnd: '2026-12-01T00:00:00.000Z',
  nextTier: 'standard',
  pendingTier: null,
  owed: null,
};

test('the team reads the next step of a plan', () => {
  const ahead = (change: Partial<Subscription>) => {
    const changed = { ...plan, ...change };
    const next = plans[changed.nextTier as FirstTier];
    return planAhead({ ...changed, nextPlan: next && { ...next, versionId: next.id } }, zone, now);
  };
  expect(ahead({})).toBe('Renews on Tue 1 Dec for $1,400.99.');
  expect(ahead({ nextTier: null })).toBe('Ends on Tue 1 Dec. Nothing more is charged.');
  expect(ahead({ nextTier: 'basic' })).toBe('Standard until Tue 1 Dec, then Basic for $650.99 a month.');
  expect(ahead({ tier: 'none' })).toBe('No plan: pays for each service by card.');
  expect(ahead({ nextTier: null, withAccount: 'ends' })).toBe(
    'Not renewed on Tue 1 Dec, since their account is about to be deleted. It goes on if the account is kept before then.',
  );
  const endsAt = '2026-11-28T02:00:00.000Z';
  expect(ahead({ nextTier: null, withAccount: 'ends', endsAt })).toBe(
    'Ends with their account, on Sat 28 Nov. It goes on if the account is kept before then.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ends', endsAt: '2026-11-20T02:00:00.000Z' })).toBe(
    'Ends with their account, or on Tue 1 Dec if that comes first. It goes on if the account is kept before then.',
  );
  expect(ahead({ endsAt: '2026-11-20T02:00:00.000Z' })).toBe(
    'Ends with their account. It goes on if the account is kept before then.',
  );
  expect(ahead({ endsAt })).toBe(
    'Ends with their account, on Sat 28 Nov. It goes on if the account is kept before then.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ended', endsAt })).toBe(
    'Ends with their account, on Sat 28 Nov. It ends on Tue 1 Dec if the account is kept before then.',
  );
  expect(ahead({ nextTier: null, withAccount: 'ended' })).toBe(
    'Ends on Tue 1 Dec. Their account is about to be deleted, and the hours that are left go with it.',
  );
  expect(ahead({ nextTier: null, withAccount: 'resumes' })).toBe(
    'Renews on Tue 1 Dec once the card provider has answered us: their account stays.',
  );
});

test('the team reads the debt, and whether it is tried again', () => {
  const owed = { amountCents: 140_099, nextAttemptAt: '2026-11-23T00:00:00.000Z', invoiceUrl: null };
  expect(planOwed(plan, zone, now)).toBeNull();
  expect(planOwed({ ...plan, status: 'past_due', owed }, zone, now)).toBe(
    '$1,400.99 is owed. The card is tried again on Mon 23 Nov.',
  );
  expect(planOwed({ ...plan, status: 'past_due', owed: { ...owed, nextAttemptAt: null } }, zone, now)).toBe(
    '$1,400.99 is owed. It is not tried again by itself.',
  );
});
