import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { aMessage, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import {
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
  visit,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(await anAdmin(server.deps.db));
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

/** A member whose plan’s first month is paid. */
async function aMember() {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const { body } = await client.call('createSubscription', { body: { tier: 'basic' } });
  await payWithCard(server, body.clientSecret);
  await settled(server);
  // Earlier tests have moved the provider’s clock on; with this, the period has begun here too.
  server.clock.advance({ hours: 2 });
  const remaining = async () => (await client.call('readUser')).body.remainingHours;
  return { user, client, intent: intentOf(body.clientSecret), remaining };
}

async function dispute(intent: string) {
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
  await settled(server);
}
async function decide(intent: string, won: boolean) {
  paymentsSandbox(server).control({ closeDispute: { paymentIntent: intent, won } });
  await settled(server);
}
const letters = async (userId: string) =>
  (
    await server.deps.db
      .selectFrom('notices')
      .select(['kind', 'content'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  )
    .filter(({ kind }) => kind === 'billing')
    .map(({ content }) => JSON.parse(content));
const disputesOf = async (userId: string) =>
  (await admin.call('listDisputes')).body.filter(({ customer }) => customer.id === userId);
const lookAgain = async () => {
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
  await reconcile(server.deps, new AbortController().signal);
};

test('a disputed booking cannot be changed or refunded twice', async () => {
  const { user, client, intent, params, read, billed } = await aPaidBooking(server);
  await dispute(intent);
  expect(await read()).toMatchObject({
    disputed: true,
    status: 'pending',
    changes: { cancel: null, mayReschedule: false },
  });
  const ways = [
    await client.call('cancelBooking', { params, body: { outcome: 'refund' } }),
    await client.call('rescheduleBooking', { params, body: { scheduledDate: '2031-04-04T22:30:00.000Z' } }),
    await admin.call('setBookingStatus', { params, body: { status: 'scheduled' } }),
    await admin.call('setBookingStatus', { params, body: { status: 'cancelled' } }),
    await admin.call('previewBookingStatus', { params, query: { status: 'cancelled' } }),
    await admin.call('moveBooking', {
      params,
      body: { scheduledDate: '2031-04-04T22:30:00.000Z', expectedDate: visit.scheduledDate },
    }),
  ];
  expect(ways.map(({ status, body }) => [status, body.code])).toEqual(ways.map(() => [409, 'disputed']));
  const leaving = await client.call('readAccountDeletion');
  expect(leaving.body.bookings, 'nor called off by a deletion').toEqual([]);
  expect(await disputesOf(user.id)).toMatchObject([
    { state: 'open', amountCents: 18_900, reason: 'product_not_received', about: { bookingId: params.id } },
  ]);

  await decide(intent, true);
  expect((await read()).disputed).toBeUndefined();
  expect(await disputesOf(user.id)).toMatchObject([{ state: 'won' }]);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  const off = await client.call('cancelBooking', { params, body: { outcome: 'refund' } });
  expect(off.body.payment?.status).toBe('refunded');
});

test('money that the bank took back is no longer in the books, and is not refunded again', async () => {
  const { client, intent, params, read, billed } = await aPaidBooking(server);
  await dispute(intent);
  expect(await billed()).toEqual(['paid', 18_900, 0]);
  await decide(intent, false);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect(await read()).toMatchObject({ payment: { status: 'refunded' } });
  const off = await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  expect(off.body.status).toBe('cancelled');
  await lookAgain();
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
});

test('disputed hours cannot be used, including returned ones, until the bank has decided', async () => {
  const { user, client, intent, remaining } = await aMember();
  const { id: serviceId } = await aService(server.deps.db, { estimated_minutes: 120 });
  const body = {
    serviceId,
    scheduledDate: '2026-12-01T22:30:00.000Z',
    notes: '',
    paymentType: 'subscription',
  };
  const { body: booking } = await client.call('createBooking', { body });
  const params = { id: booking.id };
  await admin.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 2 } });
  expect(await remaining()).toBe(3);

  await dispute(intent);
  expect(await remaining()).toBe(0);
  expect(await disputesOf(user.id)).toMatchObject([{ state: 'open', about: { kind: 'plan' } }]);
  await admin.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 1 } });
  expect(await remaining()).toBe(0);
  const { body: lines } = await client.call('listHoursStatement');
  expect(lines[0]).toMatchObject({ kind: 'frozen', balance: 0 });

  await decide(intent, true);
  expect(await remaining()).toBe(4);
  expect((await client.call('listHoursStatement')).body[0]).toMatchObject({ balance: 4 });
});

test('hours of a month lost at the bank are gone for good, and the invoice counts as refunded', async () => {
  const { client, intent, remaining } = await aMember();
  await dispute(intent);
  await decide(intent, false);
  expect(await remaining()).toBe(0);
  expect((await client.call('listBillingHistory')).body).toMatchObject([
    { status: 'refunded', amount_refunded: 65_099 },
  ]);
});

test('a member is notified of a dispute about a booking when it begins and when it is won, once each', async () => {
  const { user, intent } = await aPaidBooking(server);
  paymentsSandbox(server).control({ repeatWebhooks: 100 });
  await dispute(intent);
  const about = { about: 'booking', description: expect.any(String), amountCents: 18_900 };
  expect(await letters(user.id)).toEqual([{ what: 'disputed', ...about }]);
  server.clock.advance({ hours: 2 });
  await lookAgain();
  await decide(intent, true);
  expect(await letters(user.id)).toEqual([
    { what: 'disputed', ...about },
    { what: 'dispute_won', ...about },
  ]);
  const lost = await aPaidBooking(server);
  await dispute(lost.intent);
  await decide(lost.intent, false);
  expect((await letters(lost.user.id)).map(({ what }) => what)).toEqual(['disputed']);
});

test('a disputed plan shows the dispute and its date until the decision', async () => {
  const { user, client, intent } = await aMember();
  const plan = async () => (await client.call('readSubscription')).body;
  expect((await plan()).disputed).toBeUndefined();
  await dispute(intent);
  const [open] = await disputesOf(user.id);
  expect((await plan()).disputed).toEqual({ since: open?.openedAt });
  expect(await letters(user.id)).toMatchObject([{ what: 'disputed', about: 'plan', amountCents: 65_099 }]);
  await decide(intent, true);
  expect((await plan()).disputed).toBeUndefined();
});

test('a dispute is found if its event was lost, and counted once if it came twice', async () => {
  const { user, intent, read } = await aPaidBooking(server);
  paymentsSandbox(server).control({ repeatWebhooks: 100 });
  await dispute(intent);
  expect(await disputesOf(user.id)).toHaveLength(1);
  paymentsSandbox(server).control({ reset: true, loseWebhooks: 100 });
  await decide(intent, true);
  expect((await read()).disputed).toBe(true);
  server.clock.advance({ hours: 2 });
  await lookAgain();
  expect((await read()).disputed).toBeUndefined();
});

test('a dispute shows its evidence: times, messages, completion', async () => {
  const { user, client, intent, params } = await aPaidBooking(server);
  await aMessage(server.deps.db, { booking_id: params.id, message: 'You were here, thank you' });
  await admin.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 2.5 } });
  await dispute(intent);
  const [found] = await disputesOf(user.id);
  const { body } = await admin.call('readDispute', { params: { id: found?.id ?? '' } });
  expect(body.evidence).toMatchObject({
    completedAt: '2026-11-20T02:00:00.000Z',
    actualHours: 2.5,
    messages: [{ from: 'customer', text: 'You were here, thank you' }],
    steps: [{ to: 'pending' }, { to: 'completed' }],
  });
  const id = found?.id ?? '';
  for (const stranger of [client, server.anyone]) {
    const status = stranger === client ? 403 : 401;
    expect((await stranger.call('listDisputes')).status).toBe(status);
    expect((await stranger.call('readDispute', { params: { id } })).status).toBe(status);
    expect((await stranger.call('listStuckRefunds')).status).toBe(status);
    const settle = { params: { id }, body: { how: 'again' } };
    expect((await stranger.call('settleStuckRefund', settle)).status).toBe(status);
  }
  expect((await admin.call('readDispute', { params: { id: randomUUID() } })).status).toBe(404);
});

test('a refused refund is not retried automatically: a person retries or settles it', async () => {
  const { client, params, read } = await aPaidBooking(server);
  paymentsSandbox(server).control({ refuseRefunds: 100 });
  await client.call('cancelBooking', { params, body: { outcome: 'refund' } });
  const stuck = async () => (await admin.call('listStuckRefunds')).body;
  const [waiting] = await stuck();
  expect(waiting).toMatchObject({
    amountCents: 18_900,
    trouble: 'Insufficient available funds in your account.',
  });
  await mend(server);
  for (let round = 0; round < 3; round += 1) await lookAgain();
  expect((await read()).payment?.status, 'nobody asked again').toBe('refunding');

  const settle = (how: 'again' | 'by_hand') =>
    admin.call('settleStuckRefund', { params: { id: waiting?.id ?? '' }, body: { how } });
  expect((await settle('again')).status).toBe(200);
  await lookAgain();
  expect((await read()).payment?.status).toBe('refunded');
  expect(await stuck()).toEqual([]);
  expect((await settle('by_hand')).status).toBe(404);
});

test('a refund that the bank returns twice is not made again', async () => {
  const { client, params, read, billed } = await aPaidBooking(server, { card: cards.refundsFail });
  await client.call('cancelBooking', { params, body: { outcome: 'refund' } });
  for (let round = 0; round < 6; round += 1) await lookAgain();
  const [waiting] = (await admin.call('listStuckRefunds')).body;
  expect(waiting?.trouble).toBe('The bank has sent the refund back.');
  const body = { how: 'by_hand' };
  await admin.call('settleStuckRefund', { params: { id: waiting?.id ?? '' }, body });
  for (let round = 0; round < 2; round += 1) await lookAgain();
  expect((await read()).payment?.status).toBe('refunded');
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect((await admin.call('listActs', { query: { act: 'refund_settled' } })).body).toMatchObject([
    { details: { how: 'by_hand' } },
    { details: { how: 'again' } },
  ]);
});

test('older disputes are on the next page, each once', async () => {
  const payments = [await aPaidBooking(server), await aPaidBooking(server), await aPaidBooking(server)];
  for (const { intent } of payments) await dispute(intent);
  const all = (await admin.call('listDisputes', { query: { limit: 200 } })).body.map(({ id }) => id);
  const found: string[] = [];
  for (let path: string | undefined = '/api/admin/disputes?limit=2'; path; ) {
    const page = await admin.raw('GET', path);
    found.push(...((await page.json()) as { id: string }[]).map(({ id }) => id));
    path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(all.length).toBeGreaterThan(2);
  expect(found).toEqual(all);
});

test('fifty failing disputes delay no other', async () => {
  const { user, intent } = await aPaidBooking(server);
  await dispute(intent);
  const { db } = server.deps;
  const theirs = await db
    .selectFrom('disputes')
    .selectAll()
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();
  const unknown = (n: number) => ({
    ...theirs,
    id: randomUUID(),
    provider_id: `du_${String(n).padStart(3, '0')}`,
    intent_id: `pi_unknown_${n}`,
    updated_at: '2026-01-01T00:00:00.000Z',
  });
  await db
    .insertInto('disputes')
    .values(Array.from({ length: 60 }, (_, n) => unknown(n)))
    .execute();
  const seen = async () =>
    (
      await db
        .selectFrom('disputes')
        .select('updated_at')
        .where('provider_id', '=', theirs.provider_id)
        .executeTakeFirstOrThrow()
    ).updated_at;
  const before = await seen();
  server.clock.advance({ hours: 2 });
  await reconcile(server.deps, new AbortController().signal);
  expect(await seen()).not.toBe(before);
  await db
    .deleteFrom('disputes')
    .where('user_id', '=', user.id)
    .where('provider_id', 'like', 'du\\_0%')
    .execute();
});
