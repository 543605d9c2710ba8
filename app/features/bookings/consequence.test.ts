import { expect, test } from 'vitest';
import {
  type Cancellation,
  consequenceOf,
  freeUntilText,
  outcomeOf,
  paymentText,
  problemWith,
  shortNotice,
} from './consequence.ts';

const zone = 'Australia/Sydney';
const now = new Date('2026-11-21T00:00:00.000Z');
const later = '2026-11-21T05:00:00.000Z';
const terms = (over: Partial<Cancellation>): Cancellation => ({
  outcome: 'free',
  amountCents: 0,
  hours: 0,
  ...over,
});

test.each([
  [terms({}), 'Nothing was charged and no hours are held, so cancelling costs nothing.'],
  [terms({ outcome: 'refund', amountCents: 16_500 }), '$165.00 goes back to your card.'],
  [terms({ outcome: 'release', hours: 2 }), '2 h go back to your plan.'],
  [terms({ outcome: 'release', hours: 1 }), '1 h goes back to your plan.'],
  [
    terms({ outcome: 'forfeit', amountCents: 16_500 }),
    'It is less than 24 hours before: $165.00 is not given back.',
  ],
  [terms({ outcome: 'forfeit', hours: 1.5 }), 'It is less than 24 hours before: 1.5 h are not given back.'],
  [
    terms({ outcome: 'forfeit', hours: 1, chargeCents: 26_040 }),
    'It is less than 24 hours before: 1 h is not given back, and $260.40 is charged to the card that pays your plan, as agreed.',
  ],
  [
    terms({ outcome: 'forfeit', chargeCents: 26_040 }),
    'It is less than 24 hours before: $260.40 is charged to the card that pays your plan, as agreed.',
  ],
  [terms({ outcome: 'fee' as never }), 'Reload this page to see the cost.'],
  [terms({ outcome: 'forfeit', hours: 1 }), 'It is less than 24 hours before: 1 h is not given back.'],
])('%j reads: %s', (given, text) => {
  expect(consequenceOf(given, later, now)).toBe(text);
});

test('after the visit’s time, no text says that it is less than 24 hours before', () => {
  const past = '2026-11-20T23:00:00.000Z';
  expect(consequenceOf(terms({ outcome: 'forfeit', hours: 2 }), past, now)).toBe(
    'Its time has come: 2 h are not given back.',
  );
});

test.each([
  [terms({}), 'Nothing was charged.'],
  [terms({ outcome: 'refund', amountCents: 16_500 }), '$165.00 is on its way back to your card.'],
  [terms({ outcome: 'release', hours: 2 }), '2 h are back in your plan.'],
  [terms({ outcome: 'release', hours: 1 }), '1 h is back in your plan.'],
  [terms({ outcome: 'forfeit', hours: 2 }), 'The team knows, and nobody will come.'],
])('the result of %j reads: %s', (given, text) => {
  expect(outcomeOf(given)).toBe(text);
});

test('the free period is shown to its last millisecond, and its end from the next', () => {
  const until = '2026-11-22T22:30:00.000Z';
  expect(freeUntilText(until, zone, now)).toBe('Free until Mon 23 Nov, 9:30 am.');
  expect(freeUntilText(until, zone, new Date(Date.parse(until) - 1))).toMatch(/^Free until/);
  expect(freeUntilText(until, zone, new Date(until))).toBe('Changes were free until today, 9:30 am.');
  expect(freeUntilText(null, zone, now)).toBeNull();
});

test('a warning appears for a time within the next day, across a clock change too', () => {
  expect(shortNotice('2026-11-22T00:00:00.000Z', zone, now)).toMatch(/less than 24 hours/);
  expect(shortNotice('2026-11-22T00:01:00.000Z', zone, now)).toBeNull();
  // Sydney's clocks go back at 3 am on 5 April 2026: from 10 am to 10 am are 25 hours.
  const tenOnSunday = '2026-04-05T00:00:00.000Z';
  expect(shortNotice(tenOnSunday, zone, new Date('2026-04-03T22:59:00.000Z'))).toBeNull();
  expect(shortNotice(tenOnSunday, zone, new Date('2026-04-03T23:01:00.000Z'))).toMatch(/less than 24 hours/);
});

test('the text of a payment names its means and its state', () => {
  const paid = (status: 'paid' | 'refunding' | 'refunded') =>
    paymentText({ payment: { amountCents: 16_500, status }, paymentType: 'one_time' });
  expect(paid('paid')).toBe('$165.00 · Paid by card');
  expect(paid('refunding')).toBe('$165.00 · Being refunded');
  expect(paid('refunded')).toBe('$165.00 · Refunded');
  expect(paymentText({ payment: null, paymentType: 'subscription' })).toBe("Your plan's hours");
  const unpaidUntil = '2026-12-01T00:00:00.000Z';
  expect(paymentText({ payment: null, paymentType: 'subscription', unpaidUntil })).toBe('Not paid yet');
  expect(paymentText({ payment: null, paymentType: 'custom_quote' })).toBe('As quoted by the team');
});

test('a new time must be chosen, in the future, and another one', () => {
  const current = '2026-11-23T00:00:00.000Z';
  const at = now.getTime();
  expect(problemWith('', current, at)).toBe('Please select a preferred date and time');
  expect(problemWith(now.toISOString(), current, at)).toBe('Please choose a time to come');
  expect(problemWith(new Date(at + 1).toISOString(), current, at)).toBeUndefined();
  expect(problemWith(current, current, at)).toBe('That is when it is now');
});
