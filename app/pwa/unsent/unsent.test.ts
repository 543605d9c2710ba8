import { expect, test } from 'vitest';
import { isHeldBack, unsentHref, unsentWords } from './unsent.ts';

const entry = (kind: string, state: 'waiting' | 'failed' = 'waiting', bookingId = 'b1') => ({
  bookingId,
  state,
  work: { kind },
});

test('waiting and refused entries are counted separately, and named if they are of one kind', () => {
  const words = (...entries: ReturnType<typeof entry>[]) => unsentWords(entries);
  expect(words()).toBe('');
  expect(words(entry('message'))).toBe('1 message waiting');
  expect(words(entry('message'), entry('message'))).toBe('2 messages waiting');
  expect(words(entry('cancel'), entry('review'))).toBe('2 changes waiting');
  expect(words(entry('message'), entry('cancel'))).toBe('2 waiting');
  expect(words(entry('message'), entry('chat'))).toBe('2 messages waiting');
  expect(words(entry('chat'), entry('cancel'))).toBe('2 waiting');
  expect(words(entry('message', 'failed'))).toBe('1 message not sent');
  expect(words(entry('cancel', 'failed'), entry('review', 'failed'))).toBe('2 changes not sent');
  expect(words(entry('message'), entry('message', 'failed'))).toBe('1 waiting · 1 not sent');
});

test('an entry is held back if it waits in the live chat, or for a reason of the server', () => {
  const chat = { ...entry('chat'), reason: null };
  const message = { ...entry('message'), reason: null };
  const reason = 'More can be sent tomorrow.';
  expect([chat, message, { ...message, reason }, { ...entry('cancel'), reason }].map(isHeldBack)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(isHeldBack({ ...entry('chat', 'failed'), reason })).toBe(false);
});

test('unsent entries are found in their booking, at its messages, or in the list for several', () => {
  expect(unsentHref([entry('message'), entry('message')], false)).toBe('/bookings/b1#messages');
  expect(unsentHref([entry('message'), entry('cancel')], false)).toBe('/bookings/b1');
  expect(unsentHref([entry('message'), entry('message', 'failed', 'b2')], false)).toBe('/bookings');
  expect(unsentHref([entry('message')], true)).toBe('/admin/bookings/b1');
  expect(unsentHref([entry('message'), entry('message', 'failed', 'b2')], true)).toBe('/admin');
  // Administrators have bookings of their own, and change only those on these pages.
  expect(unsentHref([entry('cancel', 'failed'), entry('message', 'waiting', 'b2')], true)).toBe(
    '/bookings/b1',
  );
  expect(unsentHref([entry('cancel', 'failed'), entry('review', 'failed', 'b2')], true)).toBe('/bookings');
});

test('unsent messages of the live chat are found in the own chat, or on the team’s pages, if no booking has any', () => {
  const chatEntry = { bookingId: 'mia', state: 'waiting', work: { kind: 'chat', isSupport: false } } as const;
  const to = (bookingId: string) =>
    ({ ...chatEntry, bookingId, work: { kind: 'chat', isSupport: true } }) as const;
  expect(unsentHref([chatEntry, chatEntry], false)).toBe('/?chat=open');
  expect(unsentHref([to('ben'), to('ben')], true)).toBe('/admin/support/ben');
  expect(unsentHref([to('ben'), to('mia')], true)).toBe('/admin/support');
  expect(unsentHref([to('ben'), chatEntry], true)).toBe('/admin/support');
  const refused = { ...to('mia'), state: 'failed' } as const;
  expect(unsentHref([to('ben'), refused, { ...refused, bookingId: 'zoe' }], true)).toBe('/admin/support/mia');
  expect(unsentHref([to('ben'), { ...chatEntry, state: 'failed' }], true)).toBe('/?chat=open');
  expect(unsentHref([chatEntry, entry('message')], false)).toBe('/bookings/b1#messages');
  expect(unsentHref([to('ben'), entry('cancel')], true)).toBe('/bookings/b1');
});
