import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createStripePayments } from './stripe.ts';
import { disputeFrom, readStatus, refundsFrom } from './stripe-objects.ts';
import { subscriptionFrom } from './stripe-plan-objects.ts';

const dispute = (status: string, amount = 1000) =>
  ({
    id: 'dp_1',
    amount,
    reason: 'fraudulent',
    status,
    evidence_details: { due_by: null },
    created: 1_700_000_000,
  }) as unknown as Stripe.Dispute;

test.each([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'won'],
  ['won', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
  ['a_state_of_next_year', 'unknown'],
])('the dispute’s state %s is %s', (status, state) => {
  expect(disputeFrom(dispute(status)).state).toBe(state);
});

test('only open and lost disputes take money', () => {
  const paid = { amount_received: 5000 } as Stripe.PaymentIntent;
  const left = (status: string) => refundsFrom(paid, [], [dispute(status)]).leftCents;
  expect(['needs_response', 'lost'].map(left)).toEqual([4000, 4000]);
  expect(['warning_needs_response', 'a_state_of_next_year', 'won'].map(left)).toEqual([5000, 5000, 5000]);
});

const start = 1_700_000_000;
const end = start + 30 * 86_400;
const item = (product: string) => ({
  price: { product },
  current_period_start: start,
  current_period_end: end,
});
const subscription = (given: object, ...items: object[]) =>
  subscriptionFrom({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    items: { data: items },
    cancel_at: null,
    cancel_at_period_end: false,
    pending_update: null,
    latest_invoice: 'in_1',
    metadata: {},
    ...given,
  } as unknown as Stripe.Subscription);

test('a subscription of an unknown product is read without a version, and an added item does not hide ours', () => {
  expect(subscription({}, item('prod_other'))).toMatchObject({ id: 'sub_1', versionId: null });
  expect(subscription({}, item('prod_other'), item('hearthkeep_deluxe'))?.versionId).toBe('deluxe');
  expect(subscription({})).toBeNull();
});

test('an end by date counts as an end with the period unless another period begins before it', () => {
  const ends = (given: object) => subscription(given, item('hearthkeep_basic'))?.cancelAtPeriodEnd;
  expect(ends({})).toBe(false);
  expect(ends({ cancel_at_period_end: true, cancel_at: end })).toBe(true);
  expect(ends({ cancel_at: end - 86_400 })).toBe(true);
  expect(ends({ cancel_at: end + 86_400 })).toBe(false);
});

test('the address of an object leads to the dashboard of its mode, and a double has none', () => {
  const options = { publishableKey: 'pk', webhookSecret: 'wh', scriptUrl: '/' };
  const api = { host: '127.0.0.1', port: 1, protocol: 'http' } as const;
  const addressWith = (secretKey: string, double?: { api: typeof api }) =>
    createStripePayments({ ...options, secretKey, ...double }).addressOf('subscription', 'sub_1');
  expect(addressWith('rk_live_1')).toBe('https://dashboard.stripe.com/subscriptions/sub_1');
  expect(addressWith('sk_test_1')).toBe('https://dashboard.stripe.com/test/subscriptions/sub_1');
  expect(addressWith('sk_test_1', { api })).toBeNull();
});

test.each(['subscription', 'invoice', 'payment'] as const)(
  'an unknown status of %s is not guessed at',
  (kind) => {
    const of = { kind, id: 'id_1', status: 'of next year' };
    const unclear = [{ kind, id: 'id_1', what: 'status', said: 'of next year' }];
    expect(readStatus(['known'], of)).toEqual({ status: 'unknown', unclear });
    expect(readStatus(['known'], { ...of, status: 'known' })).toEqual({ status: 'known', unclear: [] });
  },
);
