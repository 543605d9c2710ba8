import { expect, test } from 'vitest';
import type { ChargeDetail } from '../../../api/contract/schemas/refunds.ts';
import { amountOf, blockText, cardText, effectsOf, problemsOf, refundText } from './refund-words.ts';

const reason = 'The windows were streaky.';

test.each([
  ['20', 2000],
  ['$20.50', 2050],
  ['169.00', 16_900],
  ['169.01', null],
  ['0', null],
  ['-5', null],
  ['1,5', null],
  ['', null],
])('the amount %j is understood as %j cents of the 16900 left', (typed, cents) => {
  expect(amountOf(typed, 16_900)).toBe(cents);
  const { amountCents } = problemsOf({ amount: typed, reason }, 16_900);
  expect(amountCents === undefined).toBe(cents !== null);
});

test('an amount past the rest names the rest, and a missing reason is said', () => {
  expect(problemsOf({ amount: '200', reason: ' no ' }, 16_900)).toEqual({
    amountCents: 'At most $169.00 can be refunded',
    reason: 'Please say in a few words why; the customer reads it',
  });
  expect(problemsOf({ amount: '20', reason }, 16_900)).toEqual({});
});

test('the button names the amount as it was understood', () => {
  expect([refundText(2000), refundText(null)]).toEqual(['Refund $20.00', 'Refund']);
});

const charge = (given: Partial<ChargeDetail> = {}): ChargeDetail => ({
  id: 'p',
  kind: 'service',
  description: 'House cleaning',
  amountCents: 18_900,
  refundedCents: 2000,
  paidAt: null,
  bookingId: null,
  customer: { id: 'u', name: 'Noah Park' },
  pendingCents: 0,
  leftCents: 16_900,
  card: { brand: 'visa', last4: '4242' },
  blocked: null,
  refunds: [],
  ...given,
});

test('the effects name the card, the rest, what stays, and who is told', () => {
  expect(effectsOf(charge(), 5000)).toEqual([
    '$50.00 goes back to Visa ending in 4242.',
    '$119.00 of it can still be refunded later.',
    'The booking stays as it is.',
    'Noah Park is told by mail and notification, with the reason. The audit log keeps that you did this.',
  ]);
  const [, rest, stays] = effectsOf(charge({ kind: 'plan' }), 16_900);
  expect([rest, stays]).toEqual([
    'Nothing of it is left after that.',
    'The plan goes on, and the same share of its unused hours goes.',
  ]);
  expect(cardText(null)).toBe('the card that paid');
});

test('a kind and an obstacle of another release have words, too', () => {
  expect(effectsOf(charge({ kind: 'gift' as never }), 5000)[2]).toBe('What was paid for stays as it is.');
  expect(blockText('frozen' as never)).toMatch(/^This payment cannot be refunded here now/);
});

test('a name that reads from right to left leaves the words around it in their places', () => {
  const [, , , notice] = effectsOf(charge({ customer: { id: 'u', name: 'נועה' } }), 5000);
  expect(notice).toMatch(/^\u2068נועה\u2069 is told/);
});
