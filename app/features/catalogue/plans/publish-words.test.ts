import { expect, test } from 'vitest';
import { alsoChangedText, followsOf, offSaleText } from './publish-words.ts';

const draft = {
  name: 'Standard',
  priceCents: 160_000,
  minutes: 720,
  concierge: 'Line',
  features: [],
  noticeHours: 0,
  horizonDays: null,
  sameDay: true,
  priority: false,
};
const present = {
  ...draft,
  priceCents: 140_099,
  versionId: 'standard',
  number: 1,
  publishedAt: '2026-11-21T03:00:00.000Z',
};
const plan = { present, draft, isOnSale: true };
const nobody = {
  members: 0,
  openBookings: 0,
  begun: 0,
  planned: 0,
  moves: { members: 0, unreached: 0, first: null, last: null },
  announced: { calledOff: 0, made: 0, sooner: 0 },
};
const some = {
  members: 13,
  openBookings: 1,
  begun: 1,
  planned: 2,
  moves: { members: 12, unreached: 0, first: '2027-01-05T03:00:00.000Z', last: '2027-02-03T03:00:00.000Z' },
  announced: { calledOff: 0, made: 0, sooner: 0 },
};
const zone = 'Australia/Sydney';
const now = new Date('2026-12-01T03:00:00.000Z');

test('a new plan concerns new members alone', () => {
  expect(
    followsOf({ ...plan, present: null, isOnSale: false }, nobody, { at: null, running: 'keep' }, zone, now),
  ).toEqual(['From now on, new members pay $1,600.00 a month for 12 h.']);
});

test('members who keep their version are counted with their price', () => {
  const at = '2026-12-31T13:00:00.000Z';
  expect(followsOf(plan, some, { at, running: 'keep' }, zone, now)).toEqual([
    'From Fri 1 Jan 2027, new members pay $1,600.00 a month for 12 h.',
    '13 members keep what they pay now ($1,400.99 for 12 h, or an earlier version).',
    '1 open booking keeps the hours agreed.',
    '1 person is paying for this plan now. They get the version that they were shown.',
    '2 members of other plans begin this one with their next period, at the price that they were shown.',
  ]);
});

test('members who are moved are counted with the first and the last day', () => {
  expect(followsOf(plan, some, { at: null, running: 'move' }, zone, now).slice(1, 3)).toEqual([
    '12 members get a letter at least 30 days before, and pay the new price from a renewal between Tue 5 Jan 2027 and Wed 3 Feb 2027. Until then they pay the present one.',
    '1 member whose plan ends or changes with this period is not moved.',
  ]);
});

test('a plan that is not sold says so', () => {
  expect(followsOf({ ...plan, isOnSale: false }, nobody, { at: null, running: 'keep' }, zone, now)).toEqual([
    '$1,600.00 a month for 12 h, once the plan is on sale again.',
    'Nobody has this plan now.',
  ]);
});

test('members without a confirmed address are counted apart from those who are moved', () => {
  const moves = { ...some.moves, members: 10, unreached: 2 };
  expect(followsOf(plan, { ...some, moves }, { at: null, running: 'move' }, zone, now).slice(2, 4)).toEqual([
    '2 members have no confirmed e-mail address for the letter and keep the present price until there is one.',
    '1 member whose plan ends or changes with this period is not moved.',
  ]);
});

test('members who were told of an earlier move are counted, for both choices', () => {
  const effects = { ...some, announced: { calledOff: 3, made: 1, sooner: 2 } };
  const words = (running: 'keep' | 'move') => followsOf(plan, effects, { at: null, running }, zone, now);
  expect(words('keep').slice(1, 3)).toEqual([
    '3 members were to move to an earlier version. That is called off, and a letter says so to those who were told.',
    '1 member renews within days at the price that a letter has named, which the card provider has already.',
  ]);
  expect(words('move')[2]).toBe(
    '2 of them move to an earlier version first, on the day that a letter has named.',
  );
});

test('a plan that is taken off sale says who keeps it, and nothing if nobody does', () => {
  expect(offSaleText(nobody)).toBe('');
  expect(offSaleText(some)).toBe(
    'Nobody can begin it or change to it any more. 13 members keep it, with their price and hours. 1 person is paying for it now and gets it. 2 members of other plans begin it with their next period.',
  );
  expect(offSaleText(undefined)).toMatch(/Its members keep it/);
});

test('what a draft changes beside price and hours is named before it is published', () => {
  expect(alsoChangedText(present, draft)).toBe('');
  const other = {
    ...draft,
    name: 'Home',
    features: ['All'],
    noticeHours: 24,
    horizonDays: 30,
    sameDay: false,
  };
  expect(alsoChangedText(present, other)).toMatch(
    /^Also new: the name, to Home; the features; the notice, to 24 h; the days ahead, to 30; no visits on the same day any more\.$/,
  );
  expect(alsoChangedText(other, { ...other, horizonDays: null, priority: true })).toBe(
    'Also new: the days ahead, without a limit; its members stand first.',
  );
});
