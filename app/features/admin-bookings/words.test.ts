import { expect, test } from 'vitest';
import type { StatusConsequence } from '../../../api/contract/calls/admin-booking-calls.ts';
import { consequenceLines, countText, firstNameOf, nameOf, overageText, paymentText } from './words.ts';

const nothing: StatusConsequence = {
  from: 'pending',
  paymentType: 'custom_quote',
  actualHours: null,
  usedHours: 0,
  overageHours: 0,
  returnedHours: 0,
  refundCents: 0,
  chargeCents: 0,
  askedHours: 0,
  withdrawnHours: 0,
  letter: 'none',
};
const alex = { id: '1', name: 'Alex Nguyen', email: 'alex@example.com', emailVerified: true };
const lines = (given: Partial<StatusConsequence>, customer = alex) =>
  consequenceLines({ ...nothing, ...given }, customer);

test('the effects are whole sentences', () => {
  expect(lines({ usedHours: 2.5, letter: 'sent' })).toEqual([
    '2.5 h of Alex’s plan will be used.',
    'Alex is told by mail.',
  ]);
  expect(lines({ usedHours: 3, overageHours: 0.5 })).toEqual([
    '3 h of Alex’s plan will be used, 0.5 h of it beyond the balance.',
  ]);
  expect(lines({ usedHours: 1, overageHours: 1 })).toEqual([
    '1 h will be used, all of it beyond the balance of Alex’s plan.',
  ]);
  expect(lines({ returnedHours: 2, letter: 'declined' })).toEqual([
    '2 h will go back to Alex’s plan.',
    'Alex does not wish to be told by mail.',
  ]);
  expect(lines({ refundCents: 18_900 })).toEqual(['$189.00 will be refunded.']);
  expect(lines({ chargeCents: 11_675 })).toEqual([
    '$116.75 will be charged to their card: hours past the plan, as agreed.',
  ]);
  expect(lines({ chargeCents: 11_675, letter: 'declined' })[1]).toBe(
    'Alex gets a mail about the money only, and does not wish to be told more.',
  );
  expect(lines({ refundCents: 11_675, paymentType: 'subscription', letter: 'declined' })).toEqual([
    '$116.75 will be refunded.',
    'Alex gets a mail about the money only, and does not wish to be told more.',
  ]);
  expect(lines({ usedHours: 2, askedHours: 1.5, letter: 'sent' })).toEqual([
    '2 h of Alex’s plan will be used now, and Alex is asked to agree to 1.5 h more. Until then the estimate stands.',
    'Alex is told by mail.',
  ]);
  expect(lines({ askedHours: 1 })[0]).toBe(
    'No more hours are used now, and Alex is asked to agree to 1 h more. Until then the estimate stands.',
  );
  expect(lines({ withdrawnHours: 1 })).toEqual(['Alex is no longer asked about 1 h.']);
  expect(lines({})).toEqual(['No hours are used, and no money moves.']);
});

test('a name ending in s and a missing name are written correctly', () => {
  expect(lines({ returnedHours: 1 }, { ...alex, name: 'James Wu' })[0]).toBe(
    '1 h will go back to James’ plan.',
  );
  const nameless = { ...alex, name: '' };
  expect([firstNameOf(nameless), nameOf(nameless)]).toEqual(['The customer', 'alex@example.com']);
});

test('the text of a payment names its kind and the state of the money', () => {
  expect(paymentText({ type: 'subscription', amountCents: null, status: null, request: null })).toBe(
    'Plan hours',
  );
  expect(paymentText({ type: 'one_time', amountCents: 18_900, status: 'paid', request: null })).toBe(
    '$189 paid',
  );
  const inPart = { amountCents: 18_900, refundedCents: 2_050 } as const;
  expect(paymentText({ type: 'one_time', ...inPart, status: 'paid', request: null })).toBe(
    '$189 paid, $20.50 refunded',
  );
  expect(paymentText({ type: 'one_time', amountCents: 18_950, status: 'refunding', request: null })).toBe(
    '$189.50 being refunded',
  );
  expect(paymentText({ type: 'custom_quote', amountCents: null, status: null, request: 'quoted' })).toBe(
    'Custom quote · Waiting for the customer',
  );
});

test('hours past the customer’s are named with their sum and the state of its payment', () => {
  const past = (state: Parameters<typeof overageText>[0]['state']) =>
    overageText({ hours: 1.5, amountCents: 17_513, state });
  expect(past('agreed')).toBe('$175.13 by card for 1.5 h, to be charged once the work is done');
  expect(past('charging')).toBe('$175.13 by card for 1.5 h, being charged');
  expect(past('owed')).toBe('$175.13 by card for 1.5 h, owed');
  expect(past('paid')).toBe('$175.13 by card for 1.5 h, paid');
  expect(overageText({ hours: 0, amountCents: 0, state: 'covered' })).toBe('Covered by later hours');
});

test('a count that stopped early shows a plus', () => {
  expect(countText({ count: 1000, more: true })).toBe('1,000+');
  expect(countText({ count: 12, more: false })).toBe('12');
});
