import { expect, test } from 'vitest';
import type { BookingTerms } from '../../../api/contract/schemas/booking-terms.ts';
import {
  agreedOf,
  agreedText,
  beyondText,
  expiringText,
  mayAgreeTo,
  missingTitle,
  shortText,
} from './hours-words.ts';

const enough: BookingTerms = {
  takesHours: 3,
  freeHours: 7,
  expiringHours: 0,
  missingHours: 0,
  past: null,
  owed: null,
  nextTier: 'deluxe',
  cardCents: null,
};
const past = { amountCents: 26_040, hourCents: 13_020, tier: 'basic' } as const;
const short: BookingTerms = { ...enough, freeHours: 1, missingHours: 2, past };

test('missing hours make a title, which says if none are free', () => {
  expect(missingTitle(short)).toBe('2 h are missing');
  expect(missingTitle({ ...short, freeHours: 2, missingHours: 1 })).toBe('1 h is missing');
  expect(missingTitle({ ...short, freeHours: 0, missingHours: 3 })).toBe('No hours are free');
});

test('missing hours name their price, the plan whose price it is, and a larger plan only if there is one', () => {
  const missing = '3 h of your plan, of which 2 h are missing';
  const price = '$260.40 by card ($130.20 an hour, as in the Basic plan)';
  expect(shortText(short)).toBe(`${missing}: ${price}, or a larger plan.`);
  expect(shortText({ ...short, nextTier: null })).toBe(`${missing}: ${price}.`);
  expect(shortText({ ...short, past: null })).toBe(`${missing}.`);
  expect(shortText({ ...short, past: null, missingHours: 1 })).toBe(
    '3 h of your plan, of which 1 h is missing.',
  );
});

test('hours that expire before the visit are named', () => {
  expect(expiringText(enough)).toBeNull();
  expect(expiringText({ ...short, expiringHours: 4 })).toBe(
    '4 h more are free now, and will have expired by this visit.',
  );
  expect(expiringText({ ...short, freeHours: 0, expiringHours: 1 })).toBe(
    '1 h is free now, and will have expired by this visit.',
  );
  // An answer stored by an earlier version.
  expect(expiringText({ ...short, expiringHours: undefined as never })).toBeNull();
});

test('the effects of agreeing are one sentence, with the price if there is one', () => {
  expect(agreedText(enough)).toBe('3 h of your plan are held for this visit, and 4 h are left to book.');
  expect(agreedText({ ...enough, freeHours: 4 })).toContain('1 h is left to book');
  const pays =
    '$260.40 for the missing 2 h is charged to the card that pays your plan, once the work is done.';
  expect(agreedText(short)).toBe(`1 h of your plan is held for this visit, and ${pays}`);
  expect(agreedText({ ...short, takesHours: 2, freeHours: 0 })).toBe(pays);
});

test('a visit too late for a new plan shows until when a plan serves', () => {
  expect(beyondText('Sat 20 Mar 2027, 1:00 pm')).toBe(
    'The first hours of a plan that you start now serve visits before Sat 20 Mar 2027, 1:00 pm. This visit is later, so they would not cover it.',
  );
});

test('only missing hours that are sold are agreed to with figures', () => {
  expect([agreedOf(enough), mayAgreeTo(enough)]).toEqual([undefined, true]);
  expect([agreedOf(short), mayAgreeTo(short)]).toEqual([{ missingHours: 2, amountCents: 26_040 }, true]);
  expect(mayAgreeTo({ ...short, past: null })).toBe(false);
});
