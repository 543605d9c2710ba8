import { expect, test } from 'vitest';
import type { Obstacle } from '../../records/visits/obstacles.rules.ts';
import { byRank, obstacleWords, type Ranked, reasonWords, timesWords } from './candidates.rules.ts';

const ranked = (name: string, given: Partial<Ranked> = {}): Ranked => ({
  ...{ name, obstacle: null, isWished: false, times: 0, travelMinutes: 20, load: 0 },
  ...given,
});
/** A Friday in Sydney, 3 pm. */
const clock = { zone: 'Australia/Sydney', now: '2026-11-27T04:00:00.000Z' };

test('who is free comes first, then who was there, who is near, and who has least to do', () => {
  const all = [
    ranked('away', { obstacle: { kind: 'skill' }, times: 9 }),
    ranked('busy day', { load: 3 }),
    ranked('unknown place', { travelMinutes: null }),
    ranked('near', { travelMinutes: 12 }),
    ranked('Ben'),
    ranked('known', { times: 2, travelMinutes: 60 }),
    ranked('wished', { times: 1, isWished: true, travelMinutes: 70 }),
    ranked('Ana'),
  ];
  expect(all.sort(byRank).map(({ name }) => name)).toEqual([
    ...['wished', 'known', 'near', 'Ana', 'Ben', 'busy day', 'unknown place', 'away'],
  ]);
});

test('a count of visits in words', () => {
  expect([1, 2, 3, 6, 10, 11].map(timesWords)).toEqual([
    ...['once', 'twice', 'three times', 'six times', 'ten times', '11 times'],
  ]);
});

test('the reason for a place names the visits here, the way and the day', () => {
  expect(reasonWords(ranked('Ana', { times: 6, travelMinutes: 12 }), clock)).toBe(
    'was here six times, 12 min away, nothing else that day',
  );
  expect(reasonWords(ranked('Ana', { travelMinutes: null, load: 1 }), clock)).toBe(
    'was never here, 1 other visit that day',
  );
});

/** From 4 to 5:30 in the afternoon in Sydney. */
const takes = {
  start: Date.parse('2026-11-27T05:00:00.000Z'),
  end: Date.parse('2026-11-27T06:30:00.000Z'),
};

test.each<[Obstacle, string]>([
  [{ kind: 'off' }, 'switched off'],
  [{ kind: 'skill' }, 'does not do this service'],
  [{ kind: 'area' }, 'does not work in this area'],
  [{ kind: 'licence', endedOn: '2026-11-26' }, 'licence ended on 26 November'],
  // Midnight before Wednesday.
  [{ kind: 'leave', until: Date.parse('2026-12-01T13:00:00.000Z') }, 'on leave until Tuesday'],
  [{ kind: 'leave', until: Date.parse('2026-12-24T13:00:00.000Z') }, 'on leave until 24 December'],
  [{ kind: 'leave', until: Date.parse('2026-11-27T06:30:00.000Z') }, 'on leave until 5:30 pm'],
  [{ kind: 'leave', until: Date.parse('2026-11-27T13:00:00.000Z') }, 'on leave until today'],
  [{ kind: 'hours', hours: [], ...takes }, 'does not work that day'],
  [
    { kind: 'hours', hours: [{ from: 480, until: 1020 }], ...takes },
    'works 8 am to 5 pm that day; this takes 4 pm to 5:30 pm',
  ],
  [
    { kind: 'hours', hours: [{ from: 1080, until: 1440 }], ...takes },
    'works 6 pm to midnight that day; this takes 4 pm to 5:30 pm',
  ],
  [{ kind: 'busy', at: Date.parse('2026-11-27T23:30:00.000Z') }, 'has a visit at 10:30 am'],
  [{ kind: 'several', needs: 2 }, 'this service needs 2 people, chosen together'],
  [{ kind: 'travel' }, 'too little time to travel between two visits'],
])('the obstacle %o is said as ‘%s’', (obstacle, words) => {
  expect(obstacleWords(obstacle, clock)).toBe(words);
});
