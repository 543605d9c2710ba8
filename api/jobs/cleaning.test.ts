import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSession } from '../features/account/sessions.service.ts';
import { recordEvent } from '../features/webhooks/webhooks.repository.ts';
import { aPayment, aService, aUser } from '../testing/builders.ts';
import { intentOf, settled, visit } from '../testing/cards.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { cleaning } from './cleaning.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { KEEP_CHECKOUTS_DAYS: '10', KEEP_EVENTS_DAYS: '40' } });
});
afterEach(() => server.close());

const clean = () => cleaning(server.deps, new AbortController().signal);
const ago = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000).toISOString();
/** Everything that the database keeps of payments, as text. */
const kept = async () => JSON.stringify(await server.deps.db.selectFrom('payments').selectAll().execute());

test('a checkout that was given up keeps no name, telephone or address after its days, and the payment stays', async () => {
  const { db } = server.deps;
  const client = await server.as(await aUser(db));
  const { id: serviceId } = await aService(db);
  const attempt = { body: { serviceId, bookingData: visit }, idempotencyKey: randomUUID() };
  const { clientSecret } = (await client.call('createPaymentIntent', attempt)).body;
  const body = { paymentIntentId: intentOf(clientSecret) };
  expect((await client.call('cancelPaymentIntent', { body })).status).toBe(200);
  // Its days begin with the last that is heard of it.
  await settled(server);
  server.clock.advance({ days: 9 });
  await clean();
  expect(await kept()).toContain(visit.address);
  server.clock.advance({ days: 2 });
  await clean();
  for (const personal of [visit.customerName, visit.phone, visit.email, visit.address])
    expect(await kept()).not.toContain(personal);
  expect(await db.selectFrom('payments').select('status').execute()).toEqual([{ status: 'canceled' }]);
  // What its device may still ask.
  expect(await client.call('createPaymentIntent', attempt)).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  });
  const again = { ...body, serviceId, ...visit };
  expect(await client.call('confirmOneTimePayment', { body: again })).toMatchObject({
    status: 402,
    body: { code: 'payment_incomplete' },
  });
});

test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'what is forgotten is in no file of the database',
  async () => {
    const { db, env } = server.deps;
    await aPayment(db, { status: 'canceled', details: JSON.stringify(visit), updated_at: ago(11) });
    await createSession(server.deps, (await aUser(db)).id, 'a browser of long ago');
    const inFiles = async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      const content = await readFile(env.DATABASE_URL);
      return [visit.address, 'a browser of long ago'].map((text) => content.includes(text));
    };
    expect(await inFiles()).toEqual([true, true]);
    server.clock.advance({ days: 31 });
    await clean();
    expect(await inFiles()).toEqual([false, false]);
  },
);

test('details are forgotten of no payment that books, is under way, or waits for its refund', async () => {
  const { db } = server.deps;
  const details = JSON.stringify(visit);
  const long = { details, created_at: ago(900), updated_at: ago(900) };
  for (const status of ['starting', 'awaiting', 'booked', 'refunding', 'refunded', 'canceled'] as const)
    await aPayment(db, { ...long, status });
  await clean();
  const forgotten = await db.selectFrom('payments').select('status').where('details', '=', '{}').execute();
  expect(forgotten.map(({ status }) => status).sort()).toEqual(['canceled', 'refunded']);
});

test('more checkouts than one batch go in one round', async () => {
  const { db } = server.deps;
  const { id: user_id } = await aUser(db);
  const { service_id } = await aPayment(db, { user_id });
  const row = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  const given = { status: 'canceled' as const, details: JSON.stringify(visit), updated_at: ago(11) };
  const rows = Array.from({ length: 1_001 }, () => ({
    ...row,
    ...given,
    service_id,
    id: randomUUID(),
    intent_id: null,
  }));
  for (let at = 0; at < rows.length; at += 40)
    await db
      .insertInto('payments')
      .values(rows.slice(at, at + 40))
      .execute();
  await clean();
  expect(await kept()).not.toContain(visit.address);
});

test('the provider’s events are forgotten after their days, the younger stay known', async () => {
  const { db } = server.deps;
  for (const [id, days] of [
    ['old', 41],
    ['young', 39],
  ] as const)
    await db
      .transaction()
      .execute((tx) => recordEvent(tx, { id, type: 'customer.updated', received_at: ago(days) }));
  await clean();
  expect(await db.selectFrom('webhook_events').select('id').execute()).toEqual([{ id: 'young' }]);
});

test('a session that has expired names nobody’s device any more', async () => {
  const { db } = server.deps;
  await server.as(await aUser(db));
  server.clock.advance({ days: 29 });
  await clean();
  expect(await db.selectFrom('sessions').select('user_agent').execute()).toHaveLength(1);
  server.clock.advance({ days: 2 });
  await clean();
  expect(await db.selectFrom('sessions').select('user_agent').execute()).toEqual([]);
});
