import { expect, test } from 'vitest';
import type { BookingTerms } from '../../../../api/contract/schemas/booking-terms.ts';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OwnQuote } from '../../../../api/contract/schemas/quotes.ts';
import { acceptLabel, hoursConsequence, timeOf } from './quote-words.ts';

const [bookedTime, proposed, quoted] = [
  '2026-12-01T22:30:00.000Z',
  '2026-12-02T01:00:00.000Z',
  '2026-11-20T02:00:00.000Z',
];
const moved = (by: 'customer' | 'team', at: string): BookingDetail['moves'] => [
  { from: proposed, to: bookedTime, at, by },
];
const [before, after] = ['2026-11-20T01:00:00.000Z', '2026-11-20T03:00:00.000Z'];

test.each([
  ['nobody moved it', [], null, { at: bookedTime, whose: 'asked' }],
  ['the quote proposes a time', [], proposed, { at: proposed, whose: 'proposed' }],
  ['the customer moved it before', moved('customer', before), null, { at: bookedTime, whose: 'asked' }],
  ['the customer moved it since', moved('customer', after), null, { at: bookedTime, whose: 'unagreed' }],
  [
    'they did, and the quote proposes',
    moved('customer', after),
    proposed,
    { at: proposed, whose: 'proposed' },
  ],
  ['the team moved it since', moved('team', after), proposed, { at: bookedTime, whose: 'chosen' }],
])('the accepted time of a quote: %s', (_, moves, scheduledDate, expected) => {
  const now = Date.parse(after);
  expect(timeOf({ scheduledDate: bookedTime, moves }, { scheduledDate, createdAt: quoted }, now)).toEqual(
    expected,
  );
});

test('a passed requested time is reported; a proposed time stays', () => {
  const booking = { scheduledDate: bookedTime, moves: [] };
  const at = (scheduledDate: string | null) =>
    timeOf(booking, { scheduledDate, createdAt: quoted }, Date.parse(bookedTime));
  expect(at(null)).toEqual({ at: bookedTime, whose: 'passed' });
  expect(at(proposed)).toEqual({ at: proposed, whose: 'proposed' });
});

const terms: BookingTerms = {
  takesHours: 3,
  freeHours: 12,
  expiringHours: 0,
  missingHours: 0,
  past: null,
  owed: null,
  nextTier: null,
  cardCents: null,
};
const hoursQuote = (given: Partial<BookingTerms> | null): OwnQuote => ({
  id: '1',
  kind: 'hours',
  amountCents: null,
  hours: 3,
  scheduledDate: null,
  message: null,
  state: 'open',
  expiresAt: after,
  createdAt: quoted,
  terms: given && { ...terms, ...given },
});

test('a quote in hours shows the effects of accepting, with a price on the button if there is one', () => {
  const enough = hoursQuote({});
  expect(acceptLabel(enough)).toBe('Accept Quote');
  expect(hoursConsequence(enough)).toBe(
    '3 h of your plan are held for this visit, and 9 h are left to book.',
  );
  const past = { amountCents: 26_040, hourCents: 13_020, tier: 'basic' } as const;
  const short = hoursQuote({ freeHours: 1, missingHours: 2, past });
  expect(acceptLabel(short)).toBe('Accept and Pay $260.40 When Done');
  expect(hoursConsequence(short)).toContain('$260.40 for the missing 2 h is charged');
  expect(hoursConsequence(hoursQuote({ freeHours: 1, missingHours: 2 }))).toBe(
    'It takes 3 h of your plan, and your hours do not cover it.',
  );
  // The quote as an earlier release stored it.
  expect(hoursConsequence(hoursQuote(null))).toBe('3 h of your plan are held for this visit.');
  expect(acceptLabel({ ...hoursQuote(null), kind: 'price', amountCents: 24_050 })).toBe(
    'Accept and Pay $240.50',
  );
});
