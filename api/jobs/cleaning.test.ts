import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookPath } from '../features/flows/webhooks/webhooks.routes.ts';
import { aService, aUser } from '../testing/builders/builders.ts';
import { intentOf, paymentsSandbox, payWithCard, settled, visit } from '../testing/outside/cards.ts';
import { cleanOnTwo } from '../testing/servers/cleaning-rounds.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { cleaning } from './cleaning.ts';

const start = '2026-11-20T02:00:00.000Z';
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.set(start);
});
afterEach(() => server.close());

const clean = () => cleanOnTwo(server.deps);

test('an expired session is deleted with its push subscription, although nobody signs in', async () => {
  const { db } = server.deps;
  await server.as(await aUser(db));
  const { id_hash: session, user_id } = await db
    .selectFrom('sessions')
    .select(['id_hash', 'user_id'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('push_subscriptions')
    .values({
      id: randomUUID(),
      endpoint_hash: 'h',
      endpoint: 'https://push.example/1',
      p256dh: 'k',
      auth: 'a',
      server_key: 's',
      user_id,
      session,
      created_at: start,
    })
    .execute();
  await db.insertInto('logout_tokens').values({ id: 't', heard_at: start }).execute();
  const left = async () => [
    await db.selectFrom('sessions').select('id_hash').execute(),
    await db.selectFrom('push_subscriptions').select('id').execute(),
    await db.selectFrom('logout_tokens').select('id').execute(),
  ];
  await clean();
  expect((await left()).flat()).toHaveLength(3);
  server.clock.advance({ days: 30, seconds: 1 });
  await clean();
  expect((await left()).flat()).toEqual([]);
});

test('an event of the card provider is deleted after ninety days, and a repeat then changes nothing', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const body = { serviceId: (await aService(db)).id, bookingData: visit };
  const { clientSecret } = (await (await server.as(user)).call('createPaymentIntent', { body })).body;
  await payWithCard(server, clientSecret);
  await settled(server);
  const events = () => db.selectFrom('webhook_events').select(['id', 'type']).execute();
  const books = async () => [
    await db.selectFrom('bookings').selectAll().where('user_id', '=', user.id).execute(),
    await db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute(),
  ];
  const [all, booked] = [await events(), await books()];
  expect(all.length).toBeGreaterThan(0);
  expect(booked.flat()).toHaveLength(2);
  server.clock.set(start);
  await db.updateTable('webhook_events').set({ received_at: start }).execute();
  server.clock.advance({ days: 90 });
  await clean();
  expect(await events()).toHaveLength(all.length);
  server.clock.advance({ seconds: 0.001 });
  await clean();
  expect(await events()).toEqual([]);
  for (const { id, type } of all) {
    const object = { id: intentOf(clientSecret), object: 'payment_intent' };
    const event = {
      id,
      type,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1,
      data: { object },
    };
    expect(await deliver(event)).toBe(200);
  }
  expect(await books()).toEqual(booked);
});

/** Delivers as the provider does, signed anew. */
async function deliver(event: object): Promise<number> {
  const body = JSON.stringify(event);
  const time = Math.floor(server.clock.now().getTime() / 1000);
  const { webhookSecret } = paymentsSandbox(server).keys;
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  const answer = await server.anyone.raw('POST', webhookPath, { headers, body });
  await answer.body?.cancel();
  return answer.status;
}

test('a failing step does not prevent the others', async () => {
  const { db } = server.deps;
  await db.insertInto('webhook_events').values({ id: 'evt_1', type: 'a', received_at: start }).execute();
  server.clock.advance({ days: 91 });
  const { deps } = server;
  let isFirst = true;
  const now = () => {
    if (!isFirst) return deps.clock.now();
    isFirst = false;
    throw new Error('The first step fails');
  };
  await cleaning({ ...deps, clock: { now } }, new AbortController().signal);
  expect(isFirst).toBe(false);
  expect(await db.selectFrom('webhook_events').select('id').execute()).toEqual([]);
});
