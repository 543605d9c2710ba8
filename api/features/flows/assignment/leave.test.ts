import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker } from '../../../testing/builders/crew.ts';
import { type Newsroom, startNewsroom } from '../../../testing/builders/newsroom.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { changeAssignment } from './assignment.service.ts';

let news: Newsroom;
let db: Db;
let admin: Client;
let adminEmail: string;
beforeAll(async () => {
  news = await startNewsroom();
  db = news.db;
  const user = await anAdmin(db);
  adminEmail = user.email;
  admin = await news.server.as(user);
  // A Friday, noon in Sydney.
  news.clock.set('2026-11-27T01:00:00.000Z');
});
afterAll(() => news.close());

const days = { starts: '2026-12-01', ends: '2026-12-03', reason: 'A wedding' };

/** A worker who signs in, with a visit in those days and one that the leave begins in the middle of. */
async function given() {
  const user = await aUser(db, { role_id: 'worker' });
  const service = await aService(db);
  const worker = await aWorker(db, { user_id: user.id, serviceIds: [service.id], name: 'Ana Silva' });
  const client = await news.server.as(user);
  const book = async (scheduled_date: string) => {
    const { id } = await aBooking(db, {
      ...{ service_id: service.id, status: 'scheduled', payment_type: 'one_time', scheduled_date },
    });
    const body = { workerId: worker.id, anyway: 'For a test' };
    expect((await admin.call('assignWorker', { params: { id }, body })).status).toBe(200);
    return id;
  };
  const id = randomUUID();
  return {
    ...{ user, worker, client, book, id },
    ask: (body = days) => client.call('askForLeave', { params: { id }, body }),
    decide: (more: object, state: 'granted' | 'refused' = 'granted') =>
      admin.call('putLeave', { params: { id: worker.id, leaveId: id }, body: { ...days, state, ...more } }),
  };
}
const state = async (client: Client) =>
  (await client.call('readOwnLeave')).body.leave.map((one) => [one.state, one.answer]);

test('leave that a worker asks for waits on Today, takes no time away, and is told to the team', async () => {
  const { ask, id, client, worker } = await given();
  expect((await ask()).body.leave).toEqual([
    { id, ...days, wholeDays: true, state: 'asked', byWorker: true, answer: '' },
  ]);
  expect((await ask()).status, 'a repeat').toBe(200);
  const { body } = await admin.call('readToday');
  expect(body.leave).toContainEqual(
    expect.objectContaining({ id, worker: 'Ana Silva', workerId: worker.id, starts: days.starts }),
  );
  news.clock.advance({ minutes: 5 });
  await news.round();
  const letter = news.post.letters.findLast(({ to }) => to === adminEmail);
  expect([letter?.subject, letter?.text]).toEqual([
    'A worker asks for leave',
    expect.stringContaining('Tuesday 1 December to Thursday 3 December · A wedding'),
  ]);
  await client.call('takeBackLeave', { params: { id } });
  expect(await state(client)).toEqual([]);
});

test('the team sees the visits in it before granting, each with what to do, and may take them away', async () => {
  const { ask, book, decide, worker, id, client, user } = await given();
  const inIt = await book('2026-12-01T23:00:00.000Z');
  // The leave begins at midnight, half an hour after it.
  const across = await book('2026-11-30T12:30:00.000Z');
  const after = await book('2026-12-03T23:00:00.000Z');
  await ask();
  const params = { id: worker.id };
  const { body } = await admin.call('listConcerned', { params, query: { leaveId: id } });
  expect(body.visits.map(({ bookingId, reason }) => [bookingId, reason])).toEqual([
    [across, 'The leave begins in the middle of it'],
    [inIt, 'It lies in the leave'],
  ]);
  expect((await decide({ visits: 'free', answer: 'Enjoy it' })).status).toBe(200);
  const left = await db
    .selectFrom('planned_visits')
    .select('booking_id')
    .where('worker_id', '=', worker.id)
    .execute();
  expect(left).toEqual([{ booking_id: after }]);
  const today = (await admin.call('readToday')).body;
  expect(today.unassigned?.map((one) => one.id)).toEqual(expect.arrayContaining([across, inIt]));
  expect(await state(client)).toEqual([['granted', 'Enjoy it']]);
  news.clock.advance({ minutes: 5 });
  await news.round();
  const letter = news.post.letters.findLast(({ to }) => to === user.email);
  expect(letter?.subject).toBe('The team answered your request for leave');
  expect(letter?.text).toMatch(/granted[\s\S]+Enjoy it/);
});

test('visits that are kept are listed, and a visit under way is not taken away', async () => {
  const { ask, book, decide, worker, id } = await given();
  const inIt = await book('2026-12-01T23:00:00.000Z');
  await ask();
  await decide({});
  const concerned = await admin.call('listConcerned', { params: { id: worker.id }, query: {} });
  expect(concerned.body.visits.map(({ bookingId, reason }) => [bookingId, reason])).toEqual([
    [inIt, 'on leave until Thursday'],
  ]);
  const query = { leaveId: id };
  news.clock.set('2026-12-01T23:10:00.000Z');
  const { body } = await admin.call('listConcerned', { params: { id: worker.id }, query });
  expect(body.visits.map(({ reason }) => reason)).toEqual(['It is under way']);
  await decide({ visits: 'free', answer: 'Enjoy' });
  expect(
    await db.selectFrom('planned_visits').select('id').where('booking_id', '=', inIt).execute(),
  ).toHaveLength(1);
  news.clock.set('2026-11-27T02:00:00.000Z');
});

test('leave is refused with a word, which the worker reads; then it cannot be changed, only asked for anew', async () => {
  const { ask, decide, client } = await given();
  await ask();
  await decide({ answer: 'Two others are away then' }, 'refused');
  expect(await state(client)).toEqual([['refused', 'Two others are away then']]);
  expect((await ask({ ...days, ends: '2026-12-04' })).status).toBe(409);
});

test('nobody asks for, changes or takes back another’s leave, and days that are over are not asked for', async () => {
  const [{ ask, id, client }, other] = [await given(), await given()];
  await ask();
  expect((await other.client.call('askForLeave', { params: { id }, body: days })).status).toBe(404);
  expect((await other.client.call('takeBackLeave', { params: { id } })).status).toBe(404);
  expect((await other.client.call('readOwnLeave')).body.leave).toEqual([]);
  const past = { ...days, starts: '2026-11-20', ends: '2026-11-21' };
  const answer = await client.call('askForLeave', { params: { id: randomUUID() }, body: past });
  expect(answer.body).toMatchObject({ fields: { ends: 'Please choose days that are not over' } });
  const stranger = await news.server.as(await aUser(db, { role_id: 'worker' }));
  expect((await stranger.call('askForLeave', { params: { id: randomUUID() }, body: days })).status).toBe(409);
});

test('leave that the team entered, or that has begun, is not taken back by the worker', async () => {
  const { client, decide, id, ask } = await given();
  await decide({});
  expect((await client.call('takeBackLeave', { params: { id } })).status).toBe(409);
  const { client: second, id: leaveId, ask: askOther, decide: grant } = await given();
  await askOther();
  await grant({});
  news.clock.set('2026-12-02T01:00:00.000Z');
  expect((await second.call('takeBackLeave', { params: { id: leaveId } })).status).toBe(409);
  news.clock.set('2026-11-27T02:00:00.000Z');
  expect((await second.call('takeBackLeave', { params: { id: leaveId } })).status).toBe(200);
  expect((await ask()).status, 'entered by the team').toBe(200);
});

test('a visit that somebody else has got meanwhile stays with them when leave takes visits away', async () => {
  const { worker, book } = await given();
  const id = await book('2026-12-02T00:00:00.000Z');
  const service = await db
    .selectFrom('bookings')
    .select('service_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const other = await aWorker(db, { serviceIds: [service.service_id] });
  const visits = () =>
    db.selectFrom('planned_visits').select('worker_id').where('booking_id', '=', id).execute();
  await admin.call('assignWorker', { params: { id }, body: { workerId: other.id, anyway: 'For a test' } });
  const actor = await anAdmin(db);
  const person: Person = { id: actor.id, role: 'admin', permissions: new Set() };
  await changeAssignment(news.server.deps, person, id, { workerId: null }, worker.id);
  expect(await visits()).toEqual([{ worker_id: other.id }]);
  await changeAssignment(news.server.deps, person, id, { workerId: null }, other.id);
  expect(await visits()).toEqual([]);
});

test('leave that was taken back or changed since the team saw it is not decided', async () => {
  const { ask, decide, client, id } = await given();
  await ask();
  await ask({ ...days, ends: '2026-12-04' });
  expect((await decide({ seen: 'asked' })).status).toBe(409);
  await ask();
  await client.call('takeBackLeave', { params: { id } });
  expect((await decide({ seen: 'asked' })).status).toBe(409);
  expect(await state(client)).toEqual([]);
  await ask();
  expect((await decide({ seen: 'asked' })).status).toBe(200);
  expect((await decide({ seen: 'asked' })).status, 'a repeat').toBe(200);
  expect((await decide({ seen: 'asked' }, 'refused')).status).toBe(409);
  expect(await state(client)).toEqual([['granted', '']]);
});

test('a push message about leave has its days, and none of the words that others may read on the screen', async () => {
  const { ask, decide, user } = await given();
  const [team, theirs] = [await news.aBrowserOf(await anAdmin(db)), await news.aBrowserOf(user)];
  const bodiesOf = ({ browser }: typeof team) => browser.got.map(({ payload }) => payload.body);
  await ask({ ...days, reason: 'An operation' });
  news.clock.advance({ minutes: 5 });
  await news.round();
  expect(bodiesOf(team)).toEqual([expect.stringContaining('Tuesday 1 December to Thursday 3 December')]);
  await decide({ reason: 'An operation', answer: 'Get well soon' });
  news.clock.advance({ minutes: 5 });
  await news.round();
  expect(bodiesOf(theirs)).toEqual([expect.stringContaining('granted')]);
  expect([...bodiesOf(team), ...bodiesOf(theirs)].join()).not.toMatch(/operation|Get well/);
});
