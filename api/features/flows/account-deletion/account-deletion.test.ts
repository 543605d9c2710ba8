import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { notices } from '../../../jobs/notices.ts';
import { aBooking, anAdmin, aPayment, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aLeaver, deleteAccounts } from '../../../testing/builders/leaver.ts';
import { anOverageAgreement } from '../../../testing/builders/overage.ts';
import { aRequest, startWithCatalogue } from '../../../testing/builders/requests.ts';
import { aPost } from '../../../testing/outside/post.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { refuseLeaving } from '../../records/account/deletion/deletion-state.service.ts';
import { presentBookingById } from '../../records/bookings/bookings.service.ts';

const today = '2026-11-20T02:00:00.000Z';
const never = new AbortController().signal;
const mail = aPost();

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startWithCatalogue({ mail });
  db = server.deps.db;
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

const weekOver = () => server.clock.set('2026-11-27T02:00:00.000Z');

test('a deletion is requested with the typed address, shown with its terms, and taken back', async () => {
  const { user, client, ask } = await aLeaver(server);
  const service = await aService(db, { name: 'Gutters' });
  const payment = await aPayment(db, { user_id: user.id, service_id: service.id });
  const about = { user_id: user.id, service_id: service.id, payment_type: 'one_time' as const };
  const far = await aBooking(db, {
    ...about,
    scheduled_date: '2026-12-20T02:00:00.000Z',
    payment_id: payment.id,
  });
  await aBooking(db, { user_id: user.id, status: 'scheduled', scheduled_date: '2026-11-22T02:00:00.000Z' });
  const request = await aRequest(server, { user });
  const quoteId = await request.quoted();
  const before = (await client.call('readAccountDeletion')).body;
  expect(before).toMatchObject({
    at: '2026-11-27T02:00:00.000Z',
    requestedAt: null,
    mayKeep: false,
    obstacle: null,
    bookings: expect.arrayContaining([
      {
        id: far.id,
        service: 'Gutters',
        scheduledDate: '2026-12-20T02:00:00.000Z',
        outcome: 'refund',
        amountCents: 18_900,
        hours: 0,
      },
    ]),
    plan: null,
  });
  expect((await ask('somebody@example.com')).body.fields).toHaveProperty('email');
  expect((await client.call('readAccountDeletion')).body.requestedAt).toBe(null);

  const answer = await ask(` ${user.email.toUpperCase()} `);
  expect(answer.body).toMatchObject({ requestedAt: today, mayKeep: true, at: before.at });
  await notices(server.deps, never);
  server.clock.set('2026-11-21T02:00:00.000Z');
  expect((await ask()).body, 'a repeat changes nothing').toMatchObject({ requestedAt: today, at: before.at });
  await expect(refuseLeaving(db, user.id)).rejects.toMatchObject({ code: 'conflict' });
  const other = await aService(db);
  const booked = await client.call('createBooking', {
    body: {
      serviceId: other.id,
      scheduledDate: '2026-12-01T22:30:00.000Z',
      notes: '',
      paymentType: 'subscription',
    },
  });
  expect(booked.body.code).toBe('conflict');
  expect((await client.call('createSubscription', { body: { tier: 'basic' } })).body.code).toBe('conflict');
  expect((await client.call('changeSubscription', { body: { tier: 'basic' } })).body.code).toBe('conflict');
  expect((await request.accept(quoteId)).body.code).toBe('conflict');

  expect((await client.call('keepAccount')).body).toMatchObject({ requestedAt: null, mayKeep: false });
  weekOver();
  await deleteAccounts(server);
  expect((await client.call('readUser')).body.email).toBe(user.email);
  await notices(server.deps, never);
  const letters = mail.letters.filter(
    ({ to, subject }) => to === user.email && subject.startsWith('Your account'),
  );
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Your account will be deleted',
    'Your account stays',
  ]);
});

test('open bookings are shown on the terms of the day of the deletion', async () => {
  const { user, client } = await aLeaver(server);
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-18T00:00:00.000Z' });
  const about = { user_id: user.id, status: 'scheduled', payment_type: 'subscription' } as const;
  const dates = ['2026-11-27T20:00:00.000Z', '2026-12-04T02:00:00.000Z', '2026-12-05T02:00:00.000Z'];
  const [late, far, agreed] = await Promise.all(
    dates.map((scheduled_date) => aBooking(db, { ...about, scheduled_date, estimated_minutes: 120 })),
  );
  await anOverageAgreement(db, { booking_id: agreed?.id ?? '', user_id: user.id, minutes: 90 });
  const { body } = await client.call('readAccountDeletion');
  server.clock.set(body.at);
  const onTheDay = async (id = '') =>
    (await client.call('readBooking', { params: { id } })).body.changes.cancel;
  expect(body.bookings.map(({ id }) => id)).toEqual([late?.id, far?.id, agreed?.id]);
  for (const { id, outcome, amountCents, hours } of body.bookings)
    expect(await onTheDay(id)).toMatchObject({ outcome, amountCents, hours });
  expect(body.bookings.map(({ outcome, hours }) => [outcome, hours])).toEqual([
    ['forfeit', 2],
    ['release', 2],
    ['release', 0.5],
  ]);
});

test('visits before the day of the deletion go on once the team agrees to them, until then they are called off with the account', async () => {
  const { user, client, ask } = await aLeaver(server);
  const admin = await server.as(await anAdmin(db));
  const about = { user_id: user.id, payment_type: 'one_time' } as const;
  const before = '2026-11-25T02:00:00.000Z';
  const agreed = await aBooking(db, { ...about, scheduled_date: before });
  const unanswered = await aBooking(db, { ...about, scheduled_date: before });
  const after = await aBooking(db, { ...about, scheduled_date: '2026-11-28T20:00:00.000Z' });
  const { body } = await ask();
  const shown = Object.fromEntries(body.bookings.map(({ id, mayBeAgreed }) => [id, mayBeAgreed]));
  expect(shown).toEqual({ [agreed.id]: true, [unanswered.id]: true, [after.id]: undefined });

  const params = { id: agreed.id };
  expect((await admin.call('setBookingStatus', { params, body: { status: 'scheduled' } })).status).toBe(200);
  const { body: then } = await client.call('readAccountDeletion');
  expect(then.bookings.map(({ id }) => id)).toEqual([unanswered.id, after.id]);
  server.clock.set('2026-11-25T04:00:00.000Z');
  const done = { status: 'completed' } as const;
  expect((await admin.call('setBookingStatus', { params, body: done })).status).toBe(200);
  const statusOf = async ({ id }: { id: string }) => (await presentBookingById(db, id)).status;
  expect(await statusOf(unanswered), 'nothing is called off before the day').toBe('pending');
  weekOver();
  await deleteAccounts(server);
  expect(await Promise.all([agreed, unanswered, after].map(statusOf))).toEqual([
    'completed',
    'cancelled',
    'cancelled',
  ]);
});

test('other accounts cannot be touched, and a visitor has none', async () => {
  const { user, client, ask, isDone } = await aLeaver(server);
  const { client: other } = await aLeaver(server);
  await ask();
  expect((await other.call('readAccountDeletion')).body.requestedAt).toBe(null);
  expect((await other.call('keepAccount')).body.requestedAt).toBe(null);
  expect((await other.call('requestAccountDeletion', { body: { email: user.email } })).body.code).toBe(
    'invalid_input',
  );
  expect((await client.call('readAccountDeletion')).body.requestedAt).toBe(today);
  expect((await server.anyone.call('keepAccount')).status).toBe(401);
  const kept = await aBooking(db, { notes: 'Of somebody else' });
  weekOver();
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
  expect((await other.call('readUser')).status).toBe(200);
  expect((await presentBookingById(db, kept.id)).notes).toBe('Of somebody else');
});

test('the last administrator cannot be deleted; another can, and then loses the role', async () => {
  await db.updateTable('users').set({ role_id: null }).execute();
  const { user: admin, client, ask, isDone } = await aLeaver(server, { role_id: 'administrator' });
  expect((await client.call('readAccountDeletion')).body.obstacle).toBe('last_admin');
  expect((await ask()).body.code).toBe('conflict');
  const second = await anAdmin(db);
  expect((await ask()).status).toBe(200);
  await db.updateTable('users').set({ role_id: null }).where('id', '=', second.id).execute();
  weekOver();
  await deleteAccounts(server);
  expect(await isDone()).toBe(false);
  await db.updateTable('users').set({ role_id: 'administrator' }).where('id', '=', second.id).execute();
  server.clock.advance({ days: 1 });
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
  const { role_id } = await db
    .selectFrom('users')
    .select('role_id')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  expect(role_id).toBeNull();
});

test('requests that are taken back before their letter send none', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  for (let times = 0; times < 20; times += 1) {
    expect((await client.call('requestAccountDeletion', { body: { email: user.email } })).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect((await client.call('keepAccount')).status).toBe(200);
  }
  const left = await db.selectFrom('notices').select('occasion').where('user_id', '=', user.id).execute();
  expect(left).toEqual([]);
});
