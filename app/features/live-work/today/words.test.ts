import { expect, test } from 'vitest';
import type { WaitingForTeam, WorkInProgress } from '../../../../api/contract/schemas/schedule.ts';
import { answerTo, longestOf, overdueIn, visitsOf, waitOf } from './words.ts';

const now = Date.parse('2026-11-27T10:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const one = (given: Partial<WaitingForTeam>): WaitingForTeam => ({
  kind: 'chat',
  id: 'x',
  since: at(-6),
  answerBy: null,
  title: '',
  words: '',
  customer: { id: 'c', name: 'Ada', email: 'ada@example.com', emailVerified: true },
  hasPriority: false,
  ...given,
});

test('a promised answer counts down, and then up', () => {
  const request = (left: number) => waitOf(one({ kind: 'request', answerBy: at(left) }), now);
  expect(request(48)).toEqual({ level: 'good', text: '48 min left' });
  expect(request(30)).toEqual({ level: 'soon', text: '30 min left' });
  expect(request(-90)).toEqual({ level: 'late', text: '1 h over' });
});

test('a chat is late after five minutes, a message after an hour', () => {
  expect(waitOf(one({}), now)).toEqual({ level: 'late', text: 'Chat 6 min' });
  expect(waitOf(one({ since: at(-2) }), now)).toEqual({ level: 'soon', text: 'Chat 2 min' });
  expect(waitOf(one({ kind: 'thread', since: at(-59) }), now).level).toBe('soon');
  expect(waitOf(one({ kind: 'thread', since: at(-61) }), now)).toEqual({
    level: 'late',
    text: 'Message 1 h',
  });
});

test('each line has one action, on the page where it is done', () => {
  expect(answerTo(one({ kind: 'request' }))).toEqual({
    label: 'Quote',
    href: '/admin/requests?state=waiting&request=x',
  });
  expect(answerTo(one({}))).toEqual({ label: 'Answer', href: '/admin/support/x' });
  expect(answerTo(one({ kind: 'thread' }))).toEqual({ label: 'Answer', href: '/admin/bookings/x#messages' });
  expect(answerTo(one({ kind: 'dispute' })).href).toBe('/admin/disputes');
});

test('the day says its visits, and the work under way also on a day without any', () => {
  const day = (todayBookings: number, onNow: number, cut: ['inProgress'] | [] = []) =>
    visitsOf({
      figures: { todayBookings },
      inProgress: Array.from({ length: onNow }, () => ({}) as WorkInProgress),
      cut,
    });
  expect([day(0, 0), day(0, 1), day(1, 0), day(14, 3), day(40, 30, ['inProgress'])]).toEqual([
    'no visits today',
    '1 on now',
    '1 visit today',
    '14 visits today, 3 on now',
    '40 visits today, 30+ on now',
  ]);
});

test('the longest wait counts wherever it stands, and work over its estimate comes with the longest first', () => {
  expect(longestOf([], now)).toBe('');
  expect(longestOf([one({ hasPriority: true }), one({ since: at(-72) })], now)).toBe('longest 1 h 12 min');
  const work = (id: string, began: number) =>
    ({ id, startedAt: at(began), minutes: 60 }) as unknown as WorkInProgress;
  const inProgress = [work('fresh', -30), work('over', -70), work('long', -600)];
  expect(overdueIn({ inProgress }, now).map(({ id }) => id)).toEqual(['long', 'over']);
});
