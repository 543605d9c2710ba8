import { expect, test } from 'vitest';
import type { VisitRights } from '../../../../contract/rules/business/visit-rights.ts';
import { requireRights } from './rights.rules.ts';

// 2:30 pm in Sydney.
const now = new Date('2026-11-21T03:30:00.000Z');
const all: VisitRights = { noticeHours: 0, horizonDays: null, sameDay: true };
const at = (rights: Partial<VisitRights> | null, scheduledDate: string) => () =>
  requireRights(rights && { ...all, ...rights }, scheduledDate, { now, timeZone: 'Australia/Sydney' });

test.each([
  [null, '2026-11-21T04:00:00.000Z'],
  [{}, '2027-11-21T04:00:00.000Z'],
  [{ noticeHours: 24 }, '2026-11-22T03:30:00.000Z'],
  [{ noticeHours: 24 }, '2026-11-22T03:16:00.000Z'],
  [{ sameDay: false }, '2026-11-21T22:00:00.000Z'],
  [{ horizonDays: 7 }, '2026-11-28T03:30:00.000Z'],
])('a plan with %j allows a visit at %s', (rights, scheduledDate) => {
  expect(at(rights, scheduledDate)).not.toThrow();
});

test.each([
  [{ noticeHours: 24 }, '2026-11-22T03:00:00.000Z', '24 hours’ notice'],
  [{ noticeHours: 1 }, '2026-11-21T04:00:00.000Z', 'one hour’s notice'],
  [{ sameDay: false }, '2026-11-21T05:00:00.000Z', 'same day'],
  [{ horizonDays: 7 }, '2026-11-28T04:00:00.000Z', '7 days ahead'],
  [{ horizonDays: 1 }, '2026-11-23T04:00:00.000Z', 'one day ahead'],
])('a plan with %j refuses a visit at %s, and says why', (rights, scheduledDate, words) => {
  expect(at(rights, scheduledDate)).toThrow(words);
});
