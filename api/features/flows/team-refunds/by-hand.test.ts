import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { aShortMember } from '../../../testing/builders/short-member.ts';
import { cards, paymentsSandbox, refundByHand, settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { decideInvoiceRefund } from '../../records/billing/invoice-refunds.service.ts';

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

/** A member of the Standard plan, with the intent and the id of its invoice. */
async function aPlansInvoice(card?: string) {
  const { client, user } = await aPayingMember(server, 'standard', card);
  const [line] = (await client.call('listBillingHistory')).body;
  const id = line?.id ?? '';
  const intent = await server.deps.payments.readIntentOf(id);
  const refund = (amountCents: number) =>
    admin.call('refundCharge', { params: { id }, body: { amountCents, reason, leftCents: 140_099 } });
  const decide = () =>
    server.deps.db.transaction().execute((tx) =>
      decideInvoiceRefund(tx, {
        id,
        userId: user.id,
        plan: 'Standard',
        amountCents: 140_099,
        now: server.clock.now().toISOString(),
      }),
    );
  const atProvider = async () => (await server.deps.payments.readRefunds(intent ?? '')).givenCents;
  const billed = async () => (await client.call('listBillingHistory')).body[0]?.amount_refunded;
  return { id, user, intent, refund, decide, atProvider, billed };
}

test('a whole refund of a plan asks the provider for what a person has not refunded in another way', async () => {
  const { user, refund, decide, atProvider, billed } = await aPlansInvoice();
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await refund(40_000);
  for (const { id } of await stuckOf(user.id)) await byHand(id);
  await decide();
  await lookAgain();
  expect([await atProvider(), await billed()]).toEqual([100_099, 140_099]);
});

test('the rest of a plan is refunded whole after a part was, and the letter names the rest', async () => {
  const { user, refund, decide, atProvider, billed } = await aPlansInvoice();
  await refund(40_000);
  await decide();
  await decide();
  await lookAgain();
  expect([await atProvider(), await billed()]).toEqual([140_099, 140_099]);
  expect((await noticesOf(user.id)).filter(({ what }) => what === 'refunded')).toEqual([
    expect.objectContaining({ amountCents: 140_099, restCents: 100_099 }),
  ]);
});

test('a plan of which nothing is left to refund is not decided about again', async () => {
  const { user, refund, decide } = await aPlansInvoice();
  await refund(140_099);
  await decide();
  await lookAgain();
  expect((await noticesOf(user.id)).filter(({ what }) => what === 'refunded')).toEqual([]);
  expect(await stuckOf(user.id)).toEqual([]);
});

test('no letter promises the rest of a plan whose parts on their way are the whole', async () => {
  const { user, refund, decide } = await aPlansInvoice(cards.refundsLater);
  expect((await refund(140_099)).body.refunds).toMatchObject([{ state: 'under_way' }]);
  await decide();
  expect((await noticesOf(user.id)).filter(({ what }) => what === 'refunded')).toEqual([]);
});

test('a part refunded in another way and the whole refunded at the provider are at most the payment', async () => {
  const { id, user, intent, refund, billed } = await aPlansInvoice();
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await refund(40_000);
  for (const { id } of await stuckOf(user.id)) await byHand(id);
  await refundByHand(server, intent ?? '');
  await settled(server);
  expect(await billed()).toBe(140_099);
  const { body } = await admin.call('readCharge', { params: { id } });
  expect(body).toMatchObject({ refundedCents: 140_099, leftCents: 0, blocked: 'nothing_left' });
});

test('a part that a person refunds in another way between the read and the decision is not left', async () => {
  const { id, refund } = await aPlansInvoice();
  const { db } = server.deps;
  const begin = db.transaction.bind(db);
  // The team's second administrator looked before the part was decided, and acts after it was refunded by hand.
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    const real = begin();
    real.execute = async (work) => {
      paymentsSandbox(server).control({ refuseRefunds: 1 });
      const { body } = await refund(40_000);
      await byHand(body.refunds[0]?.id ?? '');
      return begin().execute(work);
    };
    return real;
  });
  const late = await refund(140_099);
  expect([late.status, late.body.code]).toEqual([409, 'terms_changed']);
  expect((await admin.call('readCharge', { params: { id } })).body).toMatchObject({
    refundedCents: 40_000,
    leftCents: 100_099,
  });
});

test('a part of a payment that goes back whole can no longer be settled by itself', async () => {
  const { id, intent, user } = await aPaidBooking(server);
  const { db } = server.deps;
  const charge = db.selectFrom('payments').select('id').where('intent_id', '=', intent);
  const row = await charge.executeTakeFirstOrThrow();
  paymentsSandbox(server).control({ refuseRefunds: 2 });
  await admin.call('refundCharge', { params: row, body: { amountCents: 2000, reason, leftCents: 18_900 } });
  const [part] = await stuckOf(user.id);
  await admin.call('setBookingStatus', { params: { id }, body: { status: 'cancelled' } });
  await lookAgain();
  // Another administrator still sees the part.
  expect((await byHand(part?.id ?? '')).status).toBe(404);
  expect(await stuckOf(user.id)).toMatchObject([{ id: row.id, amountCents: 18_900 }]);
});

test('settling a refund tells the booking that it belongs to', async () => {
  const heard = recordChanges(server.deps);
  const { id, intent, user } = await aPaidBooking(server);
  const row = await server.deps.db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await admin.call('refundCharge', { params: row, body: { amountCents: 2000, reason, leftCents: 18_900 } });
  heard.length = 0;
  for (const part of await stuckOf(user.id)) await byHand(part.id);
  expect(heard.flatMap(({ keys }) => keys)).toEqual(
    expect.arrayContaining([`/api/bookings/${id}`, '/api/billing-history']),
  );
});

test('a part and the rest that are refunded at once, beside a part by hand, are together the payment', async () => {
  const { id, intent, user } = await aPaidBooking(server);
  const { db, payments } = server.deps;
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', intent)
    .executeTakeFirstOrThrow();
  const refund = (amountCents: number, leftCents: number) =>
    admin.call('refundCharge', { params: row, body: { amountCents, reason, leftCents } });
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await refund(4000, 18_900);
  for (const part of await stuckOf(user.id)) await byHand(part.id);
  const real = payments.refund;
  vi.spyOn(payments, 'refund').mockImplementationOnce(async (form) => {
    await admin.call('setBookingStatus', { params: { id }, body: { status: 'cancelled' } });
    return real(form);
  });
  expect((await refund(2000, 14_900)).status).toBe(200);
  await lookAgain();
  expect((await payments.readRefunds(intent)).givenCents).toBe(14_900);
  expect((await admin.call('readCharge', { params: row })).body.refundedCents).toBe(18_900);
});
