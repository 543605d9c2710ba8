import { expect, test } from 'vitest';
import {
  hasLicence,
  hoursOn,
  paceFor,
  type RosterSkill,
  type RosterWorker,
  worksIn,
} from './roster.rules.ts';

const weekly = (given: Partial<RosterWorker['hours'][number]>) => ({
  ...{ weekday: 0, from: 480, until: 720, startsOn: null, endsOn: null },
  ...given,
});
const skill = (given: Partial<RosterSkill>): RosterSkill => ({
  ...{ categoryId: null, serviceId: null, pace: null, licence: null },
  ...given,
});
const worker = (given: Partial<RosterWorker>): RosterWorker => ({
  ...{ id: 'w', name: 'Ana', isActive: true, pace: 120, postcode: '' },
  ...{ postcodes: [], skills: [], hours: [], days: new Map(), leave: [] },
  ...given,
});

const monday = '2026-11-30';

test('hours of a day are in order, keep the break, and join where they touch', () => {
  const hours = [
    weekly({ from: 780, until: 1020 }),
    weekly({}),
    weekly({ from: 1020, until: 1080 }),
    weekly({ weekday: 1 }),
  ];
  expect(hoursOn(worker({ hours }), monday)).toEqual([
    { from: 480, until: 720 },
    { from: 780, until: 1080 },
  ]);
});

test('weekly hours hold from their first day to their last one', () => {
  const hours = [weekly({ startsOn: '2026-11-30', endsOn: '2026-12-07' })];
  const on = (day: string) => hoursOn(worker({ hours }), day).length;
  expect(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'].map(on)).toEqual([0, 1, 1, 0]);
});

test('the hours of a single day stand in place of the weekly ones', () => {
  const days = new Map([[monday, []]]);
  expect(hoursOn(worker({ hours: [weekly({})], days }), monday)).toEqual([]);
  expect(hoursOn(worker({ hours: [weekly({})], days }), '2026-12-07')).toHaveLength(1);
});

test('the skill for a service goes before that for its category, and has its own pace or the worker’s', () => {
  const skills = [skill({ categoryId: 'c' }), skill({ serviceId: 's', pace: 80 })];
  const pace = (id: string, categoryId: string) => paceFor(worker({ skills }), { id, categoryId })?.pace;
  expect([pace('s', 'c'), pace('other', 'c'), pace('other', 'other')]).toEqual([80, 120, undefined]);
});

test('a licence is valid on its last day, and not on the next', () => {
  const tied = skill({ licence: { expiresOn: monday } });
  expect([hasLicence(tied, monday), hasLicence(tied, '2026-12-01')]).toEqual([true, false]);
  expect(hasLicence(skill({ licence: { expiresOn: null } }), '2099-01-01')).toBe(true);
  expect(hasLicence(skill({}), '2099-01-01')).toBe(true);
});

test('a worker without areas works everywhere; others only where they are named, and nowhere unknown', () => {
  expect([worksIn(worker({}), null), worksIn(worker({}), '2000')]).toEqual([true, true]);
  const named = worker({ postcodes: ['SW1A1AA'] });
  expect([worksIn(named, 'sw1a 1aa'), worksIn(named, '2000'), worksIn(named, null)]).toEqual([
    true,
    false,
    false,
  ]);
});
