import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleaning } from '../../../jobs/cleaning.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { aPayment, aService, aUser } from '../../../testing/builders/builders.ts';
import { intentOf, payWithCard, settled, visit } from '../../../testing/outside/cards.ts';
import { cleanOnTwo } from '../../../testing/servers/cleaning-rounds.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { noDetails } from './details.ts';
import type { PaymentTable } from './payments.table.ts';

const start = '2026-11-20T02:00:00.000Z';
const { signal } = new AbortController();
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.set(start);
});
afterEach(() => server.close());

const clean = () => cleanOnTwo(server.deps);
const inThirtyDays = () => server.clock.advance({ days: 30 });
const aMoment = () => server.clock.advance({ seconds: 0.001 });
const sentence = /Ann Lee|0412 345 678|ann@example\.com|Banksia/;

/** A person at the checkout, before any payment. */
async function atCheckout() {
  const { db } = server.deps;
  const [user, service] = [await aUser(db), await aService(db)];
  const body = { serviceId: service.id, bookingData: visit };
  const idempotencyKey = randomUUID();
  // A session ends before a checkout is cleaned.
  const begin = async () => (await server.as(user)).call('createPaymentIntent', { body, idempotencyKey });
  const { clientSecret } = (await begin()).body;
  const giveUp = async () =>
    (await server.as(user)).call('cancelPaymentIntent', {
      body: { paymentIntentId: intentOf(clientSecret) },
    });
  const row = () =>
    db.selectFrom('payments').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();
  return { user, begin, clientSecret, giveUp, row };
}

test('an abandoned checkout loses its name, telephone and address after thirty days, and stays in the books', async () => {
  const { giveUp, row, begin } = await atCheckout();
  await giveUp();
  await settled(server);
  const before = await row();
  expect(before.details).toMatch(sentence);
  inThirtyDays();
  // The provider’s event comes late.
  await giveUp();
  await settled(server);
  await clean();
  expect(await row(), 'not a moment sooner').toEqual(before);
  aMoment();
  await clean();
  expect(await row()).toEqual({ ...before, details: noDetails });
  const again = await begin();
  expect([again.status, again.body.code], 'a repeat begins nothing').toEqual([409, 'key_reused']);
});

test('a checkout without a return is abandoned after a day, and cleaned thirty days later', async () => {
  const { row } = await atCheckout();
  server.clock.advance({ hours: 25 });
  await reconcile(server.deps, signal);
  await settled(server);
  inThirtyDays();
  await clean();
  expect((await row()).details).toMatch(sentence);
  aMoment();
  await clean();
  expect(await row()).toMatchObject({ status: 'canceled', details: noDetails });
});

test('payments that are made, open or being refunded keep their details at any age', async () => {
  const { db } = server.deps;
  const statuses = ['starting', 'awaiting', 'booked', 'refunding', 'refunded', 'canceled'] as const;
  const details = JSON.stringify(visit);
  for (const status of statuses)
    await aPayment(db, { status, details, paid_at: null, updated_at: '2020-01-01T00:00:00.000Z' });
  await clean();
  const rows = await db.selectFrom('payments').select(['status', 'details']).execute();
  const kept = rows.filter((row: Pick<PaymentTable, 'details'>) => row.details === details);
  expect(kept.map(({ status }) => status).sort()).toEqual(
    statuses.filter((status) => status !== 'canceled').sort(),
  );
});

test('the operator can set the period for checkouts', async () => {
  const { db } = server.deps;
  const { id } = await aPayment(db, { status: 'canceled', details: '{"a":1}', updated_at: start });
  const details = async () =>
    (await db.selectFrom('payments').select('details').where('id', '=', id).executeTakeFirst())?.details;
  const deps = { ...server.deps, env: { ...server.deps.env, CHECKOUTS_KEPT_DAYS: 2 } };
  server.clock.advance({ days: 2 });
  await cleaning(deps, signal);
  expect(await details()).toBe('{"a":1}');
  aMoment();
  await cleaning(deps, signal);
  expect(await details()).toBe(noDetails);
});

test('a payment whose details were erased is refunded, and books nothing', async () => {
  const { user, clientSecret, row } = await atCheckout();
  const { db } = server.deps;
  // The provider’s answer was lost, and with it the intent’s id.
  const lost = { intent_id: null, status: 'canceled' as const, details: noDetails };
  await db.updateTable('payments').set(lost).where('user_id', '=', user.id).execute();
  await payWithCard(server, clientSecret);
  await settled(server);
  expect((await row()).status).toBe('refunded');
  expect(await db.selectFrom('bookings').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
});
