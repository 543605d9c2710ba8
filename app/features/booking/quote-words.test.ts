import { expect, test } from 'vitest';
import type { BookingDetail } from '../../../api/contract/entities.ts';
import { timeOf } from './quote-words.ts';

const [own, proposed, quoted] = [
  '2026-12-01T22:30:00.000Z',
  '2026-12-02T01:00:00.000Z',
  '2026-11-20T02:00:00.000Z',
];
const moved = (by: 'customer' | 'team', at: string): BookingDetail['moves'] => [
  { from: proposed, to: own, at, by },
];
const [before, after] = ['2026-11-20T01:00:00.000Z', '2026-11-20T03:00:00.000Z'];

test.each([
  ['nobody moved it', [], null, { at: own, whose: 'asked' }],
  ['the quote proposes a time', [], proposed, { at: proposed, whose: 'proposed' }],
  ['the customer moved it before', moved('customer', before), null, { at: own, whose: 'asked' }],
  ['the customer moved it since', moved('customer', after), null, { at: own, whose: 'unagreed' }],
  [
    'they did, and the quote proposes',
    moved('customer', after),
    proposed,
    { at: proposed, whose: 'proposed' },
  ],
  ['the team moved it since', moved('team', after), proposed, { at: own, whose: 'chosen' }],
])('what a quote is accepted for: %s', (_, moves, scheduledDate, expected) => {
  const now = Date.parse(after);
  expect(timeOf({ scheduledDate: own, moves }, { scheduledDate, createdAt: quoted }, now)).toEqual(expected);
});

test('once the time that was asked for has passed, it is said; a proposed one is as it was', () => {
  const booking = { scheduledDate: own, moves: [] };
  const at = (scheduledDate: string | null) =>
    timeOf(booking, { scheduledDate, createdAt: quoted }, Date.parse(own));
  expect(at(null)).toEqual({ at: own, whose: 'passed' });
  expect(at(proposed)).toEqual({ at: proposed, whose: 'proposed' });
});
