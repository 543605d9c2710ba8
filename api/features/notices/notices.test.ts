import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BookingStatus } from '../../contract/entities.ts';
import { openDatabase } from '../../db/open.ts';
import { type Jobs, startJobs } from '../../jobs/jobs.ts';
import { aBooking, anAdmin, aService, aUser } from '../../testing/builders.ts';
import type { Client } from '../../testing/client.ts';
import { aPost, type Post } from '../../testing/post.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { BookingTable } from '../bookings/bookings.table.ts';

let server: TestServer;
let jobs: Jobs;
let post: Post;
let team: Client;
beforeEach(async () => {
  post = aPost();
  server = await startTestServer({ deps: { mail: post } });
  server.clock.set('2026-11-20T02:00:00.000Z');
  jobs = startJobs(server.deps);
  team = await server.as(await anAdmin(server.deps.db));
});
afterEach(async () => {
  await jobs.stop();
  await server.close();
});

/** 9:30 am in Sydney, ten days on. */
const visit = '2026-11-29T22:30:00.000Z';
const dayBefore = '2026-11-28T22:30:00.000Z';

async function aMembersVisit(given: Partial<BookingTable> = {}) {
  const { db } = server.deps;
  const user = await aUser(db, { first_name: 'Olivia' });
  const service = await aService(db, { name: 'Gutter cleaning' });
  const booking = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    status: 'scheduled',
    scheduled_date: visit,
    ...given,
  });
  return { user, booking, member: await server.as(user) };
}
const set = (id: string, status: BookingStatus) =>
  team.call('setBookingStatus', { params: { id }, body: { status } });
const change = (id: string, given: Partial<BookingTable>) =>
  server.deps.db.updateTable('bookings').set(given).where('id', '=', id).execute();
const subjects = () => post.letters.map(({ subject }) => subject);
/** A round of the jobs at this instant. */
const roundAt = async (at: string) => {
  server.clock.set(at);
  await jobs.runOnce();
};

test('a member is reminded of a service a day before it, once', async () => {
  const { user, booking } = await aMembersVisit();
  await roundAt('2026-11-28T22:29:59.999Z');
  expect(post.letters).toEqual([]);
  await roundAt(dayBefore);
  await jobs.runOnce();
  await roundAt('2026-11-29T22:00:00.000Z');
  expect(post.letters).toHaveLength(1);
  const [letter] = post.letters;
  expect(letter).toMatchObject({ to: user.email, subject: 'Your service is tomorrow' });
  expect(letter?.text).toBe(`Hello Olivia,

We are with you tomorrow.

  Gutter cleaning
  Monday 30 November 2026 at 9:30 am

See it, or write to the team:
${server.url}/bookings/${booking.id}

Hearthkeep · 1300 555 014

You get service reminders by e-mail. To change that:
${server.url}/profile?tab=preferences
`);
});

test('a day before is so by the clock on the wall, also where the clocks change', async () => {
  // The clocks of Sydney go forward in the night to 4 October 2026, and back in the night to 4 April 2027.
  for (const [scheduled_date, due] of [
    ['2026-10-03T22:00:00.000Z', '2026-10-02T23:00:00.000Z'],
    ['2027-04-03T23:00:00.000Z', '2027-04-02T22:00:00.000Z'],
  ] as const) {
    post.letters.length = 0;
    await aMembersVisit({ scheduled_date, created_at: '2026-09-01T00:00:00.000Z' });
    await roundAt(new Date(Date.parse(due) - 1).toISOString());
    expect(subjects(), scheduled_date).toEqual([]);
    await roundAt(due);
    expect(subjects(), scheduled_date).toEqual(['Your service is tomorrow']);
  }
});

test('only what is scheduled is reminded of, and only of its own time', async () => {
  for (const status of ['pending', 'in_progress', 'completed', 'cancelled'] as const)
    await aMembersVisit({ status });
  const moved = await aMembersVisit();
  await change(moved.booking.id, { scheduled_date: '2026-12-05T22:30:00.000Z' });
  await roundAt(dayBefore);
  expect(post.letters).toEqual([]);
  await roundAt('2026-12-04T22:30:00.000Z');
  expect(post.letters.map(({ to }) => to)).toEqual([moved.user.email]);
});

test('what was cancelled or moved while its reminder waited is not reminded of', async () => {
  const cancelled = await aMembersVisit();
  const moved = await aMembersVisit();
  post.meets('away');
  await roundAt(dayBefore);
  await jobs.runOnce();
  await change(cancelled.booking.id, { status: 'cancelled' });
  await change(moved.booking.id, { scheduled_date: '2026-12-05T22:30:00.000Z' });
  post.meets('taken');
  await roundAt('2026-11-28T23:30:00.000Z');
  expect(post.letters).toEqual([]);
});

test('a time that was agreed within its last day is not reminded of', async () => {
  const booked = await aMembersVisit({ created_at: '2026-11-28T22:30:00.001Z' });
  const justBefore = await aMembersVisit({ created_at: dayBefore });
  const movedLate = await aMembersVisit();
  await server.deps.db
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
  const scheduledLate = await aMembersVisit({ status: 'pending' });
  server.clock.set('2026-11-29T02:00:00.000Z');
  await set(scheduledLate.booking.id, 'scheduled');
  await jobs.runOnce();
  const reminded = post.letters.filter(({ subject }) => subject.startsWith('Your service is'));
  expect(reminded.map(({ to }) => to)).toEqual([justBefore.user.email]);
  expect([booked, movedLate, scheduledLate].map(({ user }) => user.email)).not.toContain(reminded[0]?.to);
});

test('a reminder that an outage held up is still given, and says today; after the service it is not', async () => {
  await aMembersVisit();
  await roundAt('2026-11-29T20:00:00.000Z');
  expect(subjects()).toEqual(['Your service is today']);
  await aMembersVisit();
  await roundAt(visit);
  expect(post.letters).toHaveLength(1);
});

test('the team’s steps are told of, and the member’s own and the return to pending are not', async () => {
  const { booking } = await aMembersVisit({ status: 'pending' });
  const said: [BookingStatus, string[]][] = [
    ['scheduled', ['Your booking is scheduled']],
    ['in_progress', ['Your service has started']],
    ['completed', ['Your service is complete']],
    ['pending', []],
    ['cancelled', ['Your booking is cancelled']],
  ];
  for (const [status, expected] of said) {
    post.letters.length = 0;
    await set(booking.id, status);
    await set(booking.id, status);
    await jobs.runOnce();
    await jobs.runOnce();
    expect(subjects(), status).toEqual(expected);
    server.clock.advance({ minutes: 1 });
  }
  const admin = await anAdmin(server.deps.db);
  const own = await aBooking(server.deps.db, { user_id: admin.id });
  post.letters.length = 0;
  await (await server.as(admin)).call('setBookingStatus', {
    params: { id: own.id },
    body: { status: 'scheduled' },
  });
  await jobs.runOnce();
  expect(post.letters).toEqual([]);
});

test('a custom request goes by the name that the customer gave', async () => {
  const { booking } = await aMembersVisit({ status: 'pending', payment_type: 'custom_quote' });
  await server.deps.db
    .insertInto('custom_requests')
    .values({
      booking_id: booking.id,
      service_name: 'Piano tuning',
      description: 'An upright from 1972.',
      priority: 'standard',
      location: '12 Banksia Street',
      contact_info: '0412 345 678',
    })
    .execute();
  await set(booking.id, 'scheduled');
  await jobs.runOnce();
  expect(post.letters[0]?.text).toContain('Piano tuning');
});

test('a step that was taken back before it was told is not told', async () => {
  const { booking } = await aMembersVisit();
  await set(booking.id, 'cancelled');
  await set(booking.id, 'scheduled');
  await jobs.runOnce();
  expect(subjects()).toEqual(['Your booking is scheduled']);
});

test('a message of the team’s is told of without its words; several in a row are one letter', async () => {
  const { booking, user, member } = await aMembersVisit();
  const write = (by: Client, message: string, idempotencyKey?: string) =>
    by.call('sendMessage', {
      body: { bookingId: booking.id, message },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  await write(member, 'Is it today?');
  await jobs.runOnce();
  expect(post.letters).toEqual([]);

  const key = randomUUID();
  const sent = await Promise.all([
    write(team, 'The code is 4711', key),
    write(team, 'The code is 4711', key),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  server.clock.advance({ seconds: 1 });
  await write(team, 'See you soon');
  await jobs.runOnce();
  await jobs.runOnce();
  expect(post.letters.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'The team wrote to you'],
  ]);
  expect(post.letters[0]?.text).toContain(`${server.url}/bookings/${booking.id}`);
  expect(post.letters[0]?.text).not.toMatch(/4711|See you soon/);
});

test('what a member does not wish to be told they are not told', async () => {
  for (const [choice, cause] of [
    ['serviceReminders', () => server.clock.set(dayBefore)],
    ['bookingUpdates', (id: string) => set(id, 'in_progress')],
    ['teamMessages', (id: string) => team.call('sendMessage', { body: { bookingId: id, message: 'Hello' } })],
  ] as const) {
    const { booking, member } = await aMembersVisit();
    await member.call('savePreferences', { body: { [choice]: false } });
    await cause(booking.id);
    await jobs.runOnce();
    expect(post.letters, choice).toEqual([]);
    await member.call('savePreferences', { body: { [choice]: true } });
    await jobs.runOnce();
    expect(post.letters, `${choice}, chosen too late`).toEqual([]);
    server.clock.set('2026-11-20T02:00:00.000Z');
  }
});

test('a letter that is not taken on is tried again, later each time, until it is', async () => {
  const { booking } = await aMembersVisit();
  await set(booking.id, 'in_progress');
  post.meets('away');
  await jobs.runOnce();
  server.clock.advance({ seconds: 59 });
  post.meets('taken');
  await jobs.runOnce();
  expect(post.letters).toEqual([]);
  server.clock.advance({ seconds: 1 });
  post.meets('away');
  await jobs.runOnce();
  post.meets('taken');
  server.clock.advance({ minutes: 4 });
  await jobs.runOnce();
  expect(post.letters).toEqual([]);
  server.clock.advance({ minutes: 1 });
  await jobs.runOnce();
  expect(subjects()).toEqual(['Your service has started']);
});

test('an address that is refused is not tried again, and holds up nobody else', async () => {
  const first = await aMembersVisit();
  const second = await aMembersVisit();
  await set(first.booking.id, 'in_progress');
  server.clock.advance({ seconds: 1 });
  await set(second.booking.id, 'in_progress');
  post.meets('refused', 'taken');
  await jobs.runOnce();
  server.clock.advance({ hours: 5 });
  await jobs.runOnce();
  expect(post.letters.map(({ to }) => to)).toEqual([second.user.email]);
});

test('news that could not be told for a day is told no more', async () => {
  const { booking } = await aMembersVisit();
  await set(booking.id, 'in_progress');
  post.meets('away');
  await jobs.runOnce();
  post.meets('taken');
  server.clock.advance({ hours: 25 });
  await jobs.runOnce();
  expect(post.letters).toEqual([]);
});

test('several processes tell it once between them', async () => {
  for (let n = 0; n < 5; n++) {
    const { booking } = await aMembersVisit();
    await set(booking.id, 'in_progress');
    await aMembersVisit();
  }
  server.clock.set(dayBefore.replace('22:30', '22:45'));
  const db = openDatabase(server.deps.env.DATABASE_URL);
  const other = startJobs({ ...server.deps, db });
  await server.deps.db.updateTable('notices').set({ created_at: dayBefore }).execute();
  await Promise.all([jobs.runOnce(), other.runOnce(), jobs.runOnce(), other.runOnce()]);
  await other.stop();
  await db.destroy();
  expect(subjects().filter((s) => s === 'Your service is tomorrow')).toHaveLength(5);
  expect(subjects().filter((s) => s === 'Your service has started')).toHaveLength(5);
});

test('a letter whose sender died is sent by the next, under the same id, and by nobody before', async () => {
  const { booking } = await aMembersVisit();
  await set(booking.id, 'in_progress');
  const handed: string[] = [];
  const reached = Promise.withResolvers<void>();
  const death = Promise.withResolvers<void>();
  const dying = startJobs({
    ...server.deps,
    mail: {
      kind: 'smtp',
      send(letter) {
        handed.push(letter.id);
        reached.resolve();
        return death.promise;
      },
    },
  });
  const round = dying.runOnce();
  await reached.promise;
  server.clock.advance({ minutes: 9 });
  await jobs.runOnce();
  expect(post.letters).toEqual([]);
  server.clock.advance({ minutes: 1 });
  await jobs.runOnce();
  await jobs.runOnce();
  expect(post.letters.map(({ id }) => id)).toEqual(handed);
  death.resolve();
  await round;
  await dying.stop();
});

test('where nothing can be mailed nothing is, and the configuration says so', async () => {
  const { booking } = await aMembersVisit();
  await set(booking.id, 'in_progress');
  const silent = startJobs({ ...server.deps, mail: null });
  await silent.runOnce();
  await silent.stop();
  const rows = await server.deps.db.selectFrom('notices').select(['attempts', 'sent_at']).execute();
  expect(rows).toEqual([{ attempts: 0, sent_at: null }]);
  expect((await server.anyone.call('readConfig')).body.mail).toBe('smtp');
  const off = await startTestServer({ deps: { mail: null } });
  expect((await off.anyone.call('readConfig')).body.mail).toBe('off');
  await off.close();
});
