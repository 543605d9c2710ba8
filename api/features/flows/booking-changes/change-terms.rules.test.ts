import { expect, test } from 'vitest';
import { changesOf, noticeBegins } from './change-terms.rules.ts';

const sydney = 'Australia/Sydney';
const nothing = { paidCents: 0, heldMinutes: 0 };
const card = { paidCents: 18_900, heldMinutes: 0 };
const hours = { paidCents: 0, heldMinutes: 90 };
const scheduled_date = '2026-12-01T22:30:00.000Z';
const freeUntil = '2026-11-30T22:30:00.000Z';
const terms = (stake = nothing, now = freeUntil, given: object = {}) =>
  changesOf({ status: 'scheduled', scheduled_date, ...given }, stake, new Date(now), sydney);

test.each([
  ['an ordinary day', '2026-12-01T22:30:00.000Z', '2026-11-30T22:30:00.000Z', 24],
  // Clocks go from 2:00 to 3:00 on Sunday 4 October 2026.
  ['the morning after the clocks went forward', '2026-10-03T22:00:00.000Z', '2026-10-02T23:00:00.000Z', 23],
  ['the day after that one', '2026-10-04T22:00:00.000Z', '2026-10-03T22:00:00.000Z', 24],
  ['2:30 on Monday, which Sunday skipped: 3:30', '2026-10-04T15:30:00.000Z', '2026-10-03T16:30:00.000Z', 23],
  ['3:00 on Monday', '2026-10-04T16:00:00.000Z', '2026-10-03T16:00:00.000Z', 24],
  ['1:59 on Monday', '2026-10-04T14:59:00.000Z', '2026-10-03T15:59:00.000Z', 23],
  // Clocks go from 3:00 back to 2:00 on Sunday 4 April 2027.
  ['the morning after the clocks went back', '2027-04-04T00:00:00.000Z', '2027-04-02T23:00:00.000Z', 25],
  [
    '2:30 on Monday, which Sunday showed twice: the later',
    '2027-04-04T16:30:00.000Z',
    '2027-04-03T16:30:00.000Z',
    24,
  ],
  ['2:30 on that Sunday, the first', '2027-04-03T15:30:00.000Z', '2027-04-02T15:30:00.000Z', 24],
  ['2:30 on that Sunday, the second', '2027-04-03T16:30:00.000Z', '2027-04-02T15:30:00.000Z', 25],
])('the notice begins at the same local time on the day before: %s', (_, scheduled, begins, elapsed) => {
  expect(noticeBegins(scheduled, sydney).toISOString()).toBe(begins);
  expect((Date.parse(scheduled) - Date.parse(begins)) / 3_600_000).toBe(elapsed);
});

test.each([
  // New York: 2:00 to 3:00 on 14 March 2027, 2:00 back to 1:00 on 1 November 2026.
  ['America/New_York', '2027-03-14T14:00:00.000Z', '2027-03-13T15:00:00.000Z'],
  ['America/New_York', '2027-03-15T06:30:00.000Z', '2027-03-14T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T15:00:00.000Z', '2026-10-31T14:00:00.000Z'],
  ['America/New_York', '2026-11-02T06:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  // Berlin, across the new year and a leap day; a zone of half hours that shifts by half an hour; a zone without
  // shifts.
  ['Europe/Berlin', '2028-03-01T08:00:00.000Z', '2028-02-29T08:00:00.000Z'],
  ['Europe/Berlin', '2026-12-31T23:30:00.000Z', '2026-12-30T23:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T01:00:00.000Z', '2026-10-03T01:30:00.000Z'],
  ['UTC', '2026-10-04T01:00:00.000Z', '2026-10-03T01:00:00.000Z'],
])('the notice period follows the clocks in %s at %s', (zone, scheduled, begins) => {
  expect(noticeBegins(scheduled, zone).toISOString()).toBe(begins);
});

test('the last free moment is free, and the next millisecond is not', () => {
  for (const [now, outcomes, mayReschedule] of [
    ['2026-11-30T22:29:59.999Z', ['free', 'refund', 'release'], true],
    [freeUntil, ['free', 'refund', 'release'], true],
    ['2026-11-30T22:30:00.001Z', ['free', 'forfeit', 'forfeit'], false],
    ['2026-11-30T22:31:00.000Z', ['free', 'forfeit', 'forfeit'], false],
    ['2026-12-02T00:00:00.000Z', ['free', 'forfeit', 'forfeit'], false],
  ] as const) {
    const shown = [nothing, card, hours].map((stake) => terms(stake, now));
    expect(shown.map((s) => s.cancel?.outcome)).toEqual(outcomes);
    expect(new Set(shown.map((s) => s.mayReschedule))).toEqual(new Set([mayReschedule]));
    expect(new Set(shown.map((s) => s.freeUntil))).toEqual(new Set([freeUntil]));
  }
});

test('the outcome names what is refunded or released, or kept', () => {
  expect(terms(card).cancel).toEqual({ outcome: 'refund', amountCents: 18_900, hours: 0 });
  expect(terms(hours).cancel).toEqual({ outcome: 'release', amountCents: 0, hours: 1.5 });
  const late = '2026-12-01T00:00:00.000Z';
  expect(terms(card, late).cancel).toEqual({ outcome: 'forfeit', amountCents: 18_900, hours: 0 });
  expect(terms(hours, late).cancel).toEqual({ outcome: 'forfeit', amountCents: 0, hours: 1.5 });
});

test('a booking without a time has no notice period', () => {
  expect(terms(card, freeUntil, { scheduled_date: null })).toEqual({
    freeUntil: null,
    cancel: { outcome: 'refund', amountCents: 18_900, hours: 0 },
    mayReschedule: true,
  });
});

test('bookings that have begun, are done or are cancelled can be neither moved nor cancelled', () => {
  for (const status of ['in_progress', 'completed', 'cancelled'])
    expect(terms(card, '2026-11-20T00:00:00.000Z', { status })).toEqual({
      freeUntil,
      cancel: null,
      mayReschedule: false,
    });
});

test('a passed time costs nothing if the team never agreed to it, and costs if it did', () => {
  const before = scheduled_date;
  const after = '2026-12-01T22:30:00.001Z';
  const outcome = (status: string, now: string) => terms(card, now, { status }).cancel?.outcome;
  expect([outcome('pending', before), outcome('pending', after)]).toEqual(['forfeit', 'refund']);
  expect(outcome('scheduled', after)).toBe('forfeit');
  expect(terms(card, after, { status: 'pending' }).mayReschedule).toBe(false);
});
