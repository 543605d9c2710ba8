import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { aShortMember } from '../../../testing/builders/short-member.ts';
import { cards, paymentsSandbox, settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
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

const reason = 'The windows were streaky.';
const lookAgain = () => reconcile(server.deps, new AbortController().signal);

/** A paid booking, with the means to refund parts of its charge. */
async function aCharge({ card = cards.refundsLater, ...at }: { card?: string; scheduledDate?: string } = {}) {
  const paid = await aPaidBooking(server, { card, ...at });
  const params = await server.deps.db
    .selectFrom('payments')
    .select('id')
    .where('intent_id', '=', paid.intent)
    .executeTakeFirstOrThrow();
  const refund = (amountCents: number, leftCents = 18_900) =>
    admin.call('refundCharge', { params, body: { amountCents, reason, leftCents } });
  return { ...paid, chargeId: params.id, refund };
}

/** A minute passes, after which the provider has made the refunds that were under way. */
async function aMinuteLater() {
  server.clock.advance({ seconds: 61 });
  paymentsSandbox(server).control({ advanceClockSeconds: 61 });
  await settled(server);
}

test('a cancellation promises only the rest while the provider makes a part', async () => {
  const { params, cancel, read, refund, billed } = await aCharge();
  expect((await refund(2000)).body.refunds).toMatchObject([{ state: 'under_way' }]);
  expect((await read()).changes.cancel).toMatchObject({ outcome: 'refund', amountCents: 16_900 });
  const query = { status: 'cancelled' } as const;
  expect((await admin.call('previewBookingStatus', { params, query })).body.refundCents).toBe(16_900);
  expect((await cancel('refund', { amountCents: 18_900, hours: 0 })).body.code).toBe('terms_changed');
  expect((await cancel('refund', { amountCents: 16_900, hours: 0 })).status).toBe(200);
  await aMinuteLater();
  await lookAgain();
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
});

test('a cancellation promises only the rest while a part is due', async () => {
  const { read, refund } = await aCharge({ card: cards.succeeds });
  vi.spyOn(server.deps.payments, 'refund').mockRejectedValue(new Error('the process died'));
  await refund(2000);
  expect((await read()).changes.cancel).toMatchObject({ outcome: 'refund', amountCents: 16_900 });
});

test('the preview of an account’s deletion promises only the rest while a part is on its way', async () => {
  const { client, refund, id } = await aCharge({ scheduledDate: '2027-01-11T22:30:00.000Z' });
  await refund(2000);
  const { bookings } = (await client.call('readAccountDeletion')).body;
  expect(bookings).toMatchObject([{ id, outcome: 'refund', amountCents: 16_900 }]);
});

test('a payment whose parts are together the whole is being refunded, on the booking and in the list', async () => {
  const { id, user, read, refund } = await aCharge();
  await refund(10_000);
  await refund(8900, 8900);
  const listed = async () =>
    (await admin.call('listAllBookings', { query: { customer: user.id } })).body.find((one) => one.id === id)
      ?.payment.status;
  expect([(await read()).payment?.status, await listed()]).toEqual(['refunding', 'refunding']);
  await aMinuteLater();
  await lookAgain();
  expect([(await read()).payment?.status, await listed()]).toEqual(['refunded', 'refunded']);
});

test('corrected work promises only the rest of its charge while a part is on its way', async () => {
  const { params, other, user } = await aShortMember(server, { card: cards.refundsLater });
  server.clock.advance({ minutes: 10 });
  for (const id of [other, params.id])
    await admin.call('setBookingStatus', { params: { id }, body: { status: 'completed' } });
  await settled(server);
  const { charges: [paid] = [] } = (await admin.call('readAnyBooking', { params })).body;
  const amountCents = paid?.amountCents ?? 0;
  const body = { amountCents: 5000, reason, leftCents: amountCents };
  const part = await admin.call('refundCharge', { params: { id: paid?.id ?? '' }, body });
  expect(part.body.refunds).toMatchObject([{ state: 'under_way' }]);
  const query = { status: 'completed', actualHours: 1 } as const;
  expect((await admin.call('previewBookingStatus', { params, query })).body.refundCents).toBe(
    amountCents - 5000,
  );
  await admin.call('setBookingStatus', { params, body: query });
  const notices = await server.deps.db
    .selectFrom('notices')
    .select('content')
    .where('user_id', '=', user.id)
    .execute();
  expect(notices.map(({ content }) => JSON.parse(content))).toContainEqual(
    expect.objectContaining({ what: 'work_returned', amountCents: amountCents - 5000 }),
  );
});

test('a whole refund that waits for a person leaves out the part that the provider makes', async () => {
  const { params, user, refund } = await aCharge();
  await refund(2000);
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await admin.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  await lookAgain();
  const stuck = (await admin.call('listStuckRefunds')).body.filter(({ customer }) => customer.id === user.id);
  expect(stuck).toMatchObject([{ amountCents: 16_900 }]);
});

test('one key for two charges at once refunds one of them, and refuses the other', async () => {
  const charges = [await aCharge(), await aCharge()];
  const idempotencyKey = randomUUID();
  const answers = await Promise.all(
    charges.map(({ chargeId: id }) =>
      admin.call('refundCharge', {
        params: { id },
        body: { amountCents: 2000, reason, leftCents: 18_900 },
        idempotencyKey,
      }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'key_reused'],
  ]);
});

test('a part and a cancellation at once return the payment once', async () => {
  const { params, refund, billed, intent } = await aCharge({ card: cards.succeeds });
  const [part] = await Promise.all([
    refund(2000),
    admin.call('setBookingStatus', { params, body: { status: 'cancelled' } }),
  ]);
  expect([200, 409]).toContain(part.status);
  await lookAgain();
  await settled(server);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect((await server.deps.payments.readRefunds(intent)).givenCents).toBe(18_900);
});

test('a part that is under way tells open apps nothing until it changes', async () => {
  const { client } = await aPayingMember(server, 'standard', cards.refundsLater);
  const [line] = (await client.call('listBillingHistory')).body;
  const params = { id: line?.id ?? '' };
  const body = { amountCents: 10_000, reason, leftCents: 140_099 };
  expect((await admin.call('refundCharge', { params, body })).body.refunds).toMatchObject([
    { state: 'under_way' },
  ]);
  await settled(server);
  await lookAgain();
  const heard = recordChanges(server.deps);
  const countHints = () => heard.splice(0).filter(({ keys }) => keys.includes('/api/billing-history')).length;
  await lookAgain();
  await lookAgain();
  expect(countHints()).toBe(0);
  await aMinuteLater();
  await lookAgain();
  expect(countHints()).toBeGreaterThan(0);
});
