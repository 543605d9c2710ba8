import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../jobs/reconcile.ts';
import { anAdmin } from '../../testing/builders/builders.ts';
import { aPaidBooking } from '../../testing/builders/paid-booking.ts';
import { aPayingMember } from '../../testing/builders/plans.ts';
import { aShortMember } from '../../testing/builders/short-member.ts';
import { paymentsSandbox, settled } from '../../testing/outside/cards.ts';
import { mend } from '../../testing/outside/mended.ts';
import type { Client } from '../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as(await anAdmin(server.deps.db));
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());
const reason = 'The windows were streaky.';
const lookAgain = () => reconcile(server.deps, new AbortController().signal);
const stuckOf = async (userId: string) =>
  (await admin.call('listStuckRefunds')).body.filter(({ customer }) => customer.id === userId);
const byHand = (id: string) => admin.call('settleStuckRefund', { params: { id }, body: { how: 'by_hand' } });
const noticesOf = async (userId: string) =>
  (await server.deps.db.selectFrom('notices').select('content').where('user_id', '=', userId).execute()).map(
    ({ content }) => JSON.parse(content),
  );

test('a part of a plan that a person refunds in another way takes its hours', async () => {
  const { client, user } = await aPayingMember(server, 'standard');
  const [line] = (await client.call('listBillingHistory')).body;
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  const body = { amountCents: 70_000, reason, leftCents: 140_099 };
  await admin.call('refundCharge', { params: { id: line?.id ?? '' }, body });
  for (const { id } of await stuckOf(user.id)) await byHand(id);
  await lookAgain();
  expect((await client.call('readUser')).body.remainingHours).toBe(6);
});

test('a part and the rest that both wait for a person are together the payment', async () => {
  const { id, intent, user } = await aPaidBooking(server);
  const { db } = server.deps;
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();
  paymentsSandbox(server).control({ refuseRefunds: 2 });
  await admin.call('refundCharge', { params: row, body: { amountCents: 2000, reason, leftCents: 18_900 } });
  await admin.call('setBookingStatus', { params: { id }, body: { status: 'cancelled' } });
  await lookAgain();
  const stuck = await stuckOf(user.id);
  for (const each of stuck) await byHand(each.id);
  const after = await db.selectFrom('payments').select('refunded_cents').where('id', '=', row.id).execute();
  expect([stuck.reduce((sum, { amountCents }) => sum + amountCents, 0), after]).toEqual([
    18_900,
    [{ refunded_cents: 18_900 }],
  ]);
});

test('a charge that was refunded whole in parts is returned without a letter of nothing', async () => {
  const { params, other, user } = await aShortMember(server);
  server.clock.advance({ minutes: 10 });
  for (const id of [other, params.id])
    await admin.call('setBookingStatus', { params: { id }, body: { status: 'completed' } });
  await settled(server);
  const { charges: [paid] = [] } = (await admin.call('readAnyBooking', { params })).body;
  const amountCents = paid?.amountCents ?? 0;
  const body = { amountCents, reason, leftCents: amountCents };
  await admin.call('refundCharge', { params: { id: paid?.id ?? '' }, body });
  await admin.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 1 } });
  await settled(server);
  expect((await noticesOf(user.id)).filter((news) => news.amountCents === 0)).toEqual([]);
});
