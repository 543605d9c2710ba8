import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  aBooking,
  aMembersBooking,
  anAdmin,
  aPlan,
  aService,
  aUser,
} from '../../../testing/builders/builders.ts';
import { refundPlan } from '../../../testing/builders/refunded-plans.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { letUnpaidGo } from '../../records/bookings/unpaid/unpaid.service.ts';
import { settleBooking } from '../../records/hours/hours.service.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // The morning of 21 November in Sydney.
  server.clock.set('2026-11-21T00:00:00.000Z');
  admin = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const reason = 'The visit began two hours late.';

function giving(userId: string, by = admin) {
  return (
    hours: number,
    { expiresOn = '2027-01-31', why = reason, idempotencyKey = randomUUID() as string } = {},
  ) =>
    by.call('giveHours', {
      params: { id: userId },
      body: { hours, expiresOn, reason: why },
      idempotencyKey,
    });
}

async function aMember() {
  const { db } = server.deps;
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id });
  const client = await server.as(user);
  const { id: bookingId } = await aBooking(db, { user_id: user.id });
  const settle = (minutes: number, usedAt: string) =>
    db
      .transaction()
      .execute((tx) => settleBooking(tx, { userId: user.id, bookingId, minutes, usedAt, now: usedAt }));
  const lines = async () => (await client.call('listHoursStatement')).body;
  return { user, client, settle, lines, give: giving(user.id) };
}

test('given hours join the others, the first to expire first, and are in the statement with the reason', async () => {
  const { client, settle, lines, give } = await aMember();
  const answer = await give(2.25);
  expect(answer.status).toBe(200);
  expect(answer.body.grants).toMatchObject([
    {
      kind: 'given',
      tier: null,
      grantedHours: 2.25,
      remainingHours: 2.25,
      // The end of 31 January in Sydney, before that of the plan's hours.
      expiresAt: '2027-01-31T12:59:59.999Z',
    },
    { kind: 'period', tier: 'standard', remainingHours: 12 },
  ]);
  const hours = (await client.call('readHours')).body;
  expect(hours).toEqual(answer.body);
  expect(hours.period?.grantedHours).toBe(12);
  await settle(180, '2026-11-22T00:00:00.000Z');
  server.clock.set('2026-11-22T00:00:00.000Z');
  expect((await client.call('readHours')).body.grants).toMatchObject([
    { kind: 'period', remainingHours: 11.25 },
  ]);
  expect((await lines()).map(({ kind, hours, balance }) => [kind, hours, balance])).toEqual([
    ['used', -0.75, 11.25],
    ['used', -2.25, 12],
    ['given', 2.25, 14.25],
    ['granted', 12, 12],
  ]);
  expect((await lines())[2]).toMatchObject({ reason, grant: { tier: null }, booking: null });
  const csv = await client.raw('GET', '/api/hours/statement.csv');
  expect(await csv.text()).toMatch(/From the team.*2\.25.*The visit began two hours late/);
});

test('the member is told, the act is logged, and a repeat gives nothing more', async () => {
  const { db } = server.deps;
  const { user, give } = await aMember();
  const idempotencyKey = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => give(2, { idempotencyKey })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const other of [
    await give(3, { idempotencyKey }),
    await give(2, { idempotencyKey, expiresOn: '2027-02-01' }),
    await give(2, { idempotencyKey, why: 'Another reason' }),
    await giving((await aUser(db)).id)(2, { idempotencyKey }),
  ])
    expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
  const notices = await db.selectFrom('notices').select('content').where('user_id', '=', user.id).execute();
  expect(notices.map(({ content }) => JSON.parse(content))).toEqual([
    expect.objectContaining({ what: 'hours_given', hours: 2, reason, expiresAt: '2027-01-31T12:59:59.999Z' }),
  ]);
  const { body: acts } = await admin.call('listActs', { query: { user: user.id } });
  expect(acts).toMatchObject([
    {
      act: 'hours_given',
      subject: { kind: 'user', id: user.id },
      details: { givenHours: 2, expiresOn: '2027-01-31' },
    },
  ]);
  expect((await give(1)).body.grants.filter(({ kind }) => kind === 'given')).toHaveLength(2);
});

test('given hours expire at the end of their day', async () => {
  const { give, lines, user } = await aMember();
  await give(2, { expiresOn: '2026-11-21' });
  server.clock.set('2026-11-21T12:59:59.998Z');
  const left = async () =>
    (await (await server.as(user)).call('readHours')).body.grants.map(({ kind }) => kind);
  expect(await left()).toEqual(['given', 'period']);
  server.clock.set('2026-11-21T13:00:00.000Z');
  expect(await left()).toEqual(['period']);
  expect((await lines())[0]).toMatchObject({ kind: 'expired', hours: -2 });
});

test('earlier work past the balance stays so; later work uses given hours first', async () => {
  const { settle, give, lines } = await aMember();
  await settle(13 * 60, '2026-11-20T00:00:00.000Z');
  const { body } = await give(2);
  expect(body).toMatchObject({ overageHours: 1, grants: [{ kind: 'given', remainingHours: 2 }] });
  expect((await lines()).map(({ kind }) => kind)).toEqual(['given', 'overage', 'used', 'granted']);
});

test('somebody without a plan books with given hours, as with hours of a plan that has ended', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const { id: serviceId } = await aService(db, { estimated_minutes: 120 });
  await giving(user.id)(2);
  const body = {
    serviceId,
    scheduledDate: '2026-12-01T22:30:00.000Z',
    notes: '',
    paymentType: 'subscription',
  } as const;
  const { body: terms } = await client.call('readBookingTerms', {
    query: { serviceId, scheduledDate: body.scheduledDate },
  });
  expect(terms).toMatchObject({ takesHours: 2, freeHours: 2, missingHours: 0 });
  const booked = await client.call('createBooking', { body, idempotencyKey: randomUUID() });
  expect([booked.status, booked.body.unpaidUntil]).toEqual([200, undefined]);
  expect((await client.call('readHours')).body).toMatchObject({ period: null, heldHours: 2 });
});

test('other sums, days and reasons are refused', async () => {
  const { give, client } = await aMember();
  for (const hours of [0, -1, 0.1, 1.3, 24.25, 100]) expect((await give(hours)).status).toBe(400);
  const days = ['2026-11-20', '2027-11-22', '2026-02-30', 'tomorrow'];
  for (const expiresOn of days) {
    const { status, body } = await give(2, { expiresOn });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      400,
      'invalid_input',
      ['expiresOn'],
    ]);
  }
  for (const why of ['', 'no', '\u200b \u200b \u200b', 'x'.repeat(501)])
    expect((await give(2, { why })).body.code).toBe('invalid_input');
  expect((await client.call('readHours')).body.grants).toHaveLength(1);
  expect((await give(2, { expiresOn: '2027-11-21' })).status).toBe(200);
});

test('a customer and nobody are refused', async () => {
  const { user, client } = await aMember();
  const { userId } = await aMembersBooking(server.deps.db);
  for (const id of [user.id, userId]) {
    expect((await giving(id, client)(2)).status).toBe(403);
    expect((await giving(id, server.anyone)(2)).status).toBe(401);
  }
  expect((await giving(randomUUID())(2)).status).toBe(404);
});

test('one key for two customers at once gives one of them hours, and refuses the other', async () => {
  const members = [await aMember(), await aMember()];
  const idempotencyKey = randomUUID();
  const answers = await Promise.all(members.map(({ give }) => give(2, { idempotencyKey })));
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'key_reused'],
  ]);
});

test('hours that two administrators give at once are both there, and are used once', async () => {
  const { user, lines, give, settle } = await aMember();
  const other = await server.as(await anAdmin(server.deps.db));
  const now = server.clock.now().toISOString();
  const [first, second] = await Promise.all([give(2), giving(user.id, other)(3), settle(60, now)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await lines())[0]?.balance).toBe(16);
});

test('given hours keep the visits of a plan that has ended; without them, a refund lets the visits go', async () => {
  const { db } = server.deps;
  for (const given of [true, false]) {
    const user = await aUser(db);
    const { id: planId } = await aPlan(db, { user_id: user.id });
    const client = await server.as(user);
    const { id: serviceId } = await aService(db, { estimated_minutes: 120 });
    const body = { serviceId, scheduledDate: '2026-12-01T22:30:00.000Z', notes: '' };
    const booked = await client.call('createBooking', { body: { ...body, paymentType: 'subscription' } });
    await db.updateTable('subscriptions').set({ status: 'ended' }).where('id', '=', planId).execute();
    await refundPlan(db, { userId: user.id, now: server.clock.now().toISOString() });
    if (given) await giving(user.id)(2);
    const { signal } = new AbortController();
    await letUnpaidGo(server.deps, signal);
    server.clock.advance({ hours: 25 });
    await letUnpaidGo(server.deps, signal);
    const { id } = booked.body;
    const left = await db.selectFrom('bookings').select('status').where('id', '=', id).execute();
    expect(left, String(given)).toEqual([{ status: given ? 'pending' : 'cancelled' }]);
    server.clock.set('2026-11-21T00:00:00.000Z');
  }
});
