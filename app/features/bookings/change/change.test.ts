import { afterEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../../pwa/unsent/outbox.ts';
import type { Change } from '../../../pwa/unsent/work.ts';
import { keptOf, refusedTitle, wordsOf } from './change.ts';

const zone = 'Australia/Sydney';
afterEach(() => void vi.useRealTimers());
const words = (work: object, over: Partial<QueuedChange> = {}) =>
  wordsOf({ work, state: 'waiting', code: null, reason: null, ...over } as QueuedChange, zone);

test('an entry of a newer release that was rolled back has a title, waiting or refused', () => {
  const newer = { kind: 'tip', cents: 500 };
  expect(words(newer)).toEqual({
    title: 'Waits for a newer version of the app',
    text: 'Kept on this device. It goes to the team once the app is up to date again.',
  });
  expect(words(newer, { state: 'failed', reason: 'No tips here' })).toEqual({
    title: 'A change was not made',
    text: 'No tips here',
  });
  expect(refusedTitle(newer as unknown as QueuedChange['work'])).toBe('A change was not made');
});

test('a known change has its title, and a cancellation its effects', () => {
  const terms = { outcome: 'refund', amountCents: 12_000, hours: 0 };
  expect(words({ kind: 'cancel', terms })).toEqual({
    title: 'To be cancelled',
    text: 'As soon as the network is back. $120.00 goes back to your card.',
  });
  expect(words({ kind: 'review', rating: 5, review: '' }, { state: 'failed' })).toEqual({
    title: 'Your review was not sent',
    text: '',
  });
});

test('a cancellation with changed terms shows the agreed ones', () => {
  const terms = { outcome: 'release', amountCents: 0, hours: 2 };
  const refused = { state: 'failed', reason: 'The terms have changed since.' } as const;
  expect(words({ kind: 'cancel', terms }, { ...refused, code: 'terms_changed' })).toEqual({
    title: 'Not cancelled',
    text: 'The terms have changed since. You had agreed to this: 2 h go back to your plan.',
  });
  expect(words({ kind: 'cancel', terms }, { ...refused, code: 'conflict' }).text).toBe(refused.reason);
});

test('a move says that the team confirms the new time, if it had confirmed the old one', () => {
  const move = { work: { kind: 'reschedule', from: null, to: '2026-11-23T00:00:00.000Z' } };
  const entry = { ...move, state: 'waiting', code: null, reason: null } as QueuedChange;
  expect(wordsOf(entry, zone, { status: 'scheduled' }).text).toMatch(
    /back\. The team confirms the new time\.$/,
  );
  expect(wordsOf(entry, zone, { status: 'pending' }).text).not.toContain('confirms');
  expect(wordsOf({ ...entry, state: 'failed' }, zone, { status: 'scheduled' }).text).not.toContain(
    'confirms',
  );
});

test('a change being sent does not blame the network', () => {
  const going = (work: object) =>
    wordsOf({ work, state: 'waiting', code: null, reason: null } as QueuedChange, zone, { going: true });
  const terms = { outcome: 'refund', amountCents: 12_000, hours: 0 };
  expect(going({ kind: 'cancel', terms }).text).toBe('On its way… $120.00 goes back to your card.');
  expect(going({ kind: 'review', rating: 5, review: '' })).toEqual({
    title: 'Your review',
    text: 'On its way…',
  });
  expect(going({ kind: 'reschedule', from: null, to: '2026-11-23T00:00:00.000Z' }).text).toBe('On its way…');
});

test('a change that the server takes later says why, and is kept', () => {
  const later = (work: object) =>
    wordsOf({ work, state: 'waiting', code: null, reason: null } as QueuedChange, zone, {
      reason: 'More can be sent tomorrow.',
    });
  const terms = { outcome: 'refund', amountCents: 12_000, hours: 0 };
  expect(later({ kind: 'cancel', terms }).text).toBe(
    'More can be sent tomorrow. $120.00 goes back to your card.',
  );
  expect(later({ kind: 'review', rating: 5, review: '' })).toEqual({
    title: 'Your review waits',
    text: 'Kept on this device. More can be sent tomorrow.',
  });
});

test('a refused move shows the wanted time and the reason', () => {
  vi.setSystemTime('2030-11-12');
  const work = { kind: 'reschedule', from: null, to: '2030-11-23T03:30:00.000Z' };
  const reason = 'This booking has been given another time meanwhile, so it was not moved';
  expect(words(work, { state: 'failed', code: 'conflict', reason }).text).toMatch(
    /^You wanted Sat 23 Nov, 2:30 pm\. This booking has been given another time meanwhile, so it was not moved$/,
  );
});

test('a change taken back before it was sent has a title, also if only another release knows its kind', () => {
  expect(keptOf({ kind: 'cancel' } as Change).title).toBe('Booking kept');
  expect(keptOf({ kind: 'tip' } as unknown as Change)).toEqual({ title: 'Taken back' });
});
