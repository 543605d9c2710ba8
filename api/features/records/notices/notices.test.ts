import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { aBooking, anAdmin, aPlan } from '../../../testing/builders/builders.ts';
import { dayBefore, type Newsroom, opening, startNewsroom } from '../../../testing/builders/newsroom.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('a member whose new plan does not cover a visit is told of its cancellation, and nothing false about the plan', async () => {
  const { user, browser } = await news.aMember();
  await aPlan(news.db, { user_id: user.id });
  const farOff = { status: 'pending', scheduled_date: '2027-09-01T00:00:00.000Z' } as const;
  await news.aVisitOf(user, { ...farOff, unpaid_since: opening });
  news.clock.advance({ days: 1, seconds: 1 });
  await news.round();
  await news.round();
  expect(news.subjects()).toEqual(['Your booking was not paid']);
  const [letter] = news.post.letters;
  expect(letter?.text).toContain('no free hours of a plan that can be used at the time of that visit');
  expect(letter?.text).toContain('Nothing was charged for the visit');
  expect(letter?.text).not.toContain('Nothing was charged.');
  expect(browser.got.map(({ payload }) => payload.body)).toEqual([
    'No hours of a plan were free for it within a day. Nothing was charged for it.',
  ]);
});

test('the team’s changes of status are announced; the member’s own and the return to pending are not', async () => {
  const { booking } = await news.aMembersVisit({ status: 'pending' });
  const lettersByStatus: [BookingStatus, string[]][] = [
    ['scheduled', ['Your booking is scheduled']],
    ['in_progress', ['Your service has started']],
    ['completed', ['Your service is complete']],
    ['pending', []],
    ['cancelled', ['Your booking is cancelled']],
  ];
  for (const [status, expected] of lettersByStatus) {
    news.post.letters.length = 0;
    await news.setStatus(booking.id, status);
    await news.setStatus(booking.id, status);
    await news.round();
    await news.round();
    expect(news.subjects(), status).toEqual(expected);
    news.clock.advance({ minutes: 1 });
  }
  const admin = await anAdmin(news.db);
  const adminBooking = await aBooking(news.db, { user_id: admin.id });
  news.post.letters.length = 0;
  await (await news.server.as(admin)).call('setBookingStatus', {
    params: { id: adminBooking.id },
    body: { status: 'scheduled' },
  });
  await news.round();
  expect(news.post.letters).toEqual([]);
});

test('a custom request has the customer’s own title', async () => {
  const { booking } = await news.aMembersVisit({ status: 'pending', payment_type: 'custom_quote' });
  await news.askFor(booking.id, 'Piano tuning');
  await news.setStatus(booking.id, 'scheduled');
  await news.round();
  expect(news.post.letters[0]?.text).toContain('Piano tuning');
});

test('a change taken back before its delivery is not announced', async () => {
  const { booking } = await news.aMembersVisit();
  await news.setStatus(booking.id, 'cancelled');
  await news.setStatus(booking.id, 'scheduled');
  await news.round();
  expect(news.subjects()).toEqual(['Your booking is scheduled']);
});

test('a message from the team is announced without its text; several in a row are one letter', async () => {
  const { booking, user, client } = await news.aMembersVisit();
  await client.call('sendMessage', { body: { bookingId: booking.id, message: 'Is it today?' } });
  await news.round();
  expect(news.post.letters).toEqual([]);

  const key = randomUUID();
  const sent = await Promise.all([
    news.write(booking.id, 'The code is plum tree', key),
    news.write(booking.id, 'The code is plum tree', key),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  news.clock.advance({ seconds: 1 });
  await news.write(booking.id, 'See you soon');
  await news.round();
  await news.round();
  expect(news.post.letters.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'The team wrote to you'],
  ]);
  expect(news.post.letters[0]?.text).toContain(`${news.server.url}/bookings/${booking.id}`);
  expect(news.post.letters[0]?.text).not.toMatch(/plum tree|See you soon/);
});

test('notices that a member has switched off are not sent', async () => {
  for (const [choice, cause] of [
    ['serviceReminders', () => news.clock.set(dayBefore)],
    ['bookingUpdates', (id: string) => news.setStatus(id, 'in_progress')],
    ['teamMessages', (id: string) => news.write(id)],
  ] as const) {
    const { booking, client } = await news.aMembersVisit();
    await client.call('savePreferences', { body: { [choice]: false } });
    await cause(booking.id);
    await news.round();
    expect(news.post.letters, choice).toEqual([]);
    await client.call('savePreferences', { body: { [choice]: true } });
    await news.round();
    expect(news.post.letters, `${choice}, chosen too late`).toEqual([]);
    news.clock.set(opening);
  }
});

test('a move by the team is announced, with the last time alone', async () => {
  const { booking } = await news.aMembersVisit();
  const later = '2026-11-30T22:30:00.000Z';
  await news.moveTo(booking.id, later);
  await news.moveTo(booking.id, '2026-12-01T03:00:00.000Z', later);
  await news.round();
  expect(news.subjects()).toEqual(['Your booking has a new time']);
  expect(news.post.letters[0]?.text).toContain('The team has moved your booking to the time below.');
  expect(news.post.letters[0]?.text).toContain('Tuesday 1 December 2026 at 2:00 pm');
  expect(news.post.letters[0]?.text).toContain('You get booking updates by e-mail.');
});

test('an outdated move is not announced, nor any to a member who wants no updates', async () => {
  const cancelled = await news.aMembersVisit();
  const pending = await news.aMembersVisit({ status: 'pending' });
  const silent = await news.aMembersVisit();
  await silent.client.call('savePreferences', { body: { bookingUpdates: false } });
  const later = '2026-11-30T22:30:00.000Z';
  for (const { booking } of [cancelled, pending, silent]) await news.moveTo(booking.id, later);
  await news.change(cancelled.booking.id, { status: 'cancelled' });
  await news.round();
  expect(news.post.letters.map(({ to, text }) => [to, /will confirm it/.test(text)])).toEqual([
    [pending.user.email, true],
  ]);
});
