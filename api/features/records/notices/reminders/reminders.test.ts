import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayBefore, type Newsroom, startNewsroom, visit } from '../../../../testing/builders/newsroom.ts';

let news: Newsroom;
beforeEach(async () => {
  news = await startNewsroom();
});
afterEach(() => news.close());

test('a member is reminded of a service a day before it, once', async () => {
  const { user, booking } = await news.aMembersVisit();
  await news.roundAt('2026-11-28T22:29:59.999Z');
  expect(news.post.letters).toEqual([]);
  await news.roundAt(dayBefore);
  await news.round();
  await news.roundAt('2026-11-29T22:00:00.000Z');
  expect(news.post.letters).toHaveLength(1);
  const [letter] = news.post.letters;
  expect(letter).toMatchObject({ to: user.email, subject: 'Your service is tomorrow' });
  expect(letter?.text).toBe(`Hello Olivia,

We are with you tomorrow.

  Gutter cleaning
  Monday 30 November 2026 at 9:30 am (Sydney time)

See it, or write to the team:
${news.server.url}/bookings/${booking.id}

Hearthkeep · 1300 555 014

You get service reminders by e-mail. To change that:
${news.server.url}/profile?tab=preferences
`);
});

test('a day before is reckoned by local time, also across a change of clocks', async () => {
  // The clocks of Sydney go forward in the night to 4 October 2026, and back in the night to 4 April 2027.
  for (const [scheduled_date, due] of [
    ['2026-10-03T22:00:00.000Z', '2026-10-02T23:00:00.000Z'],
    ['2027-04-03T23:00:00.000Z', '2027-04-02T22:00:00.000Z'],
  ] as const) {
    news.post.letters.length = 0;
    await news.aMembersVisit({ scheduled_date, created_at: '2026-09-01T00:00:00.000Z' });
    await news.roundAt(new Date(Date.parse(due) - 1).toISOString());
    expect(news.subjects(), scheduled_date).toEqual([]);
    await news.roundAt(due);
    expect(news.subjects(), scheduled_date).toEqual(['Your service is tomorrow']);
  }
});

test('only scheduled visits are reminded of, and only of their present time', async () => {
  for (const status of ['pending', 'in_progress', 'completed', 'cancelled'] as const)
    await news.aMembersVisit({ status });
  const moved = await news.aMembersVisit();
  await news.change(moved.booking.id, { scheduled_date: '2026-12-05T22:30:00.000Z' });
  await news.roundAt(dayBefore);
  expect(news.post.letters).toEqual([]);
  await news.roundAt('2026-12-04T22:30:00.000Z');
  expect(news.post.letters.map(({ to }) => to)).toEqual([moved.user.email]);
});

test('a visit cancelled or moved meanwhile is not reminded of', async () => {
  const cancelled = await news.aMembersVisit();
  const moved = await news.aMembersVisit();
  news.post.meets('away');
  await news.roundAt(dayBefore);
  await news.round();
  await news.change(cancelled.booking.id, { status: 'cancelled' });
  await news.change(moved.booking.id, { scheduled_date: '2026-12-05T22:30:00.000Z' });
  news.post.meets('taken');
  await news.roundAt('2026-11-28T23:30:00.000Z');
  expect(news.post.letters).toEqual([]);
});

test('a time agreed within the day before it is not reminded of', async () => {
  const booked = await news.aMembersVisit({ created_at: '2026-11-28T22:30:00.001Z' });
  const justBefore = await news.aMembersVisit({ created_at: dayBefore });
  const movedLate = await news.aMembersVisit();
  await news.db
    .insertInto('booking_moves' as never)
    .values({
      id: randomUUID(),
      booking_id: movedLate.booking.id,
      seq: 1,
      from_date: '2026-12-05T22:30:00.000Z',
      to_date: visit,
      actor_id: null,
      at: '2026-11-29T01:00:00.000Z',
    } as never)
    .execute();
  const scheduledLate = await news.aMembersVisit({ status: 'pending' });
  news.clock.set('2026-11-29T02:00:00.000Z');
  await news.setStatus(scheduledLate.booking.id, 'scheduled');
  await news.round();
  const reminded = news.post.letters.filter(({ subject }) => subject.startsWith('Your service is'));
  expect(reminded.map(({ to }) => to)).toEqual([justBefore.user.email]);
  expect([booked, movedLate, scheduledLate].map(({ user }) => user.email)).not.toContain(reminded[0]?.to);
});

test('a reminder delayed by an outage is still sent and says today; after the service it is not', async () => {
  await news.aMembersVisit();
  await news.roundAt('2026-11-29T20:00:00.000Z');
  expect(news.subjects()).toEqual(['Your service is today']);
  await news.aMembersVisit();
  await news.roundAt(visit);
  expect(news.post.letters).toHaveLength(1);
});
