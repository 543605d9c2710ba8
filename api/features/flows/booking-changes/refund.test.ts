import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aPaidBooking } from '../../../testing/builders/paid-booking.ts';
import { paymentsSandbox, timesTold } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

const today = '2026-11-20T02:00:00.000Z';
const scheduledDate = '2026-12-01T22:30:00.000Z';
const late = '2026-11-30T22:30:00.001Z';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set(today));
afterEach(() => mend(server));
afterAll(() => server.close());

/** A paid booking whose notice period has not begun, so cancelling it is free. */
async function aTimelyBooking() {
  const { db } = server.deps;
  const paid = await aPaidBooking(server, { scheduledDate });
  const { id, params, user, client } = paid;
  return {
    ...paid,
    move: (to: string) => client.call('rescheduleBooking', { params, body: { scheduledDate: to } }),
    history: async () => (await client.call('listBillingHistory')).body.map((item) => item.status),
    payment: () =>
      db
        .selectFrom('payments as p')
        .innerJoin('bookings as b', 'b.payment_id', 'p.id')
        .select(['p.id', 'p.status'])
        .where('b.id', '=', id)
        .executeTakeFirstOrThrow(),
    bookings: () =>
      db.selectFrom('bookings').select(['id', 'status']).where('user_id', '=', user.id).execute(),
  };
}

const refunds = () => timesTold(server, 'charge.refunded');
const reconcileNow = () => reconcile(server.deps, new AbortController().signal);
const setStatus = async (id: string, status: BookingStatus) =>
  (await server.as(await anAdmin(server.deps.db))).call('setBookingStatus', {
    params: { id },
    body: { status },
  });

test('a timely cancellation refunds the whole once, and the billing history shows it', async () => {
  const before = await refunds();
  const { cancel, read, history } = await aTimelyBooking();
  expect(await read()).toMatchObject({
    changes: { cancel: { outcome: 'refund', amountCents: 18_900, hours: 0 } },
    payment: { amountCents: 18_900, status: 'paid' },
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel('refund')));
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
  expect((await cancel('refund')).body).toMatchObject({
    status: 'cancelled',
    payment: { amountCents: 18_900, status: 'refunded' },
  });
  expect((await read()).statusChanges.map((c) => c.to)).toEqual(['pending', 'cancelled']);
  expect(await history()).toEqual(['refunded']);
  expect(await refunds()).toBe(before + 1);
});

test('a late cancellation refunds nothing, only on the terms shown', async () => {
  const before = await refunds();
  const { cancel, read, history } = await aTimelyBooking();
  server.clock.set(late);
  expect((await read()).changes.cancel).toEqual({ outcome: 'forfeit', amountCents: 18_900, hours: 0 });
  const stale = await cancel('refund');
  expect([stale.status, stale.body.code]).toEqual([409, 'terms_changed']);
  expect((await read()).status).toBe('pending');
  expect((await cancel('forfeit')).body).toMatchObject({ status: 'cancelled', payment: { status: 'paid' } });
  // No later repeat, on any terms, refunds it.
  expect((await cancel('refund')).body.payment?.status).toBe('paid');
  server.clock.advance({ minutes: 5 });
  await reconcileNow();
  expect(await history()).toEqual(['paid']);
  expect(await refunds()).toBe(before);
});

test('a sum that differs from the agreed one is neither refunded nor kept', async () => {
  const { cancel, read, payment } = await aTimelyBooking();
  const { id } = await payment();
  // Half of it was refunded by hand meanwhile.
  await server.deps.db.updateTable('payments').set({ refunded_cents: 9000 }).where('id', '=', id).execute();
  const stale = await cancel('refund', { amountCents: 18_900, hours: 0 });
  expect([stale.status, stale.body.code]).toEqual([409, 'terms_changed']);
  expect((await read()).status).toBe('pending');
  server.clock.set(late);
  expect((await cancel('forfeit', { amountCents: 18_900, hours: 0 })).body.code).toBe('terms_changed');
  expect((await cancel('forfeit', { amountCents: 9900, hours: 0 })).body.status).toBe('cancelled');
});

test('a move charges nothing and keeps the payment', async () => {
  const paid = await timesTold(server, 'payment_intent.succeeded');
  const { move, history, cancel } = await aTimelyBooking();
  const { body } = await move('2026-12-08T03:00:00.000Z');
  expect(body).toMatchObject({ payment: { amountCents: 18_900, status: 'paid' } });
  expect(await history()).toEqual(['paid']);
  expect(await timesTold(server, 'payment_intent.succeeded')).toBe(paid + 1);
  expect((await cancel('refund')).body.payment?.status).toBe('refunded');
});

test('a refund decided before the process died is made by the reconciler, once', async () => {
  const before = await refunds();
  const { cancel, read, history } = await aTimelyBooking();
  const refund = vi
    .spyOn(server.deps.payments, 'refund')
    .mockRejectedValueOnce(new Error('the process died'));
  expect((await cancel('refund')).body).toMatchObject({
    status: 'cancelled',
    payment: { status: 'refunding' },
  });
  expect(await history()).toEqual(['paid']);
  server.clock.advance({ seconds: 61 });
  await reconcileNow();
  server.clock.advance({ seconds: 61 });
  await reconcileNow();
  expect(refund).toHaveBeenCalledTimes(2);
  expect((await read()).payment?.status).toBe('refunded');
  expect(await history()).toEqual(['refunded']);
  expect(await refunds()).toBe(before + 1);
});

test('a refund made but not stored is found', async () => {
  const before = await refunds();
  const { cancel, read } = await aTimelyBooking();
  const { refund } = server.deps.payments;
  vi.spyOn(server.deps.payments, 'refund').mockImplementationOnce(async (input) => {
    await refund(input);
    throw new Error('the process died');
  });
  // The provider’s own event comes last.
  paymentsSandbox(server).control({ reorderWebhooks: 1000 });
  expect((await cancel('refund')).body.payment?.status).toBe('refunding');
  server.clock.advance({ seconds: 61 });
  await reconcileNow();
  expect((await read()).payment?.status).toBe('refunded');
  paymentsSandbox(server).control({ reset: true });
  expect(await refunds()).toBe(before + 1);
});

test('an absent card provider does not prevent a cancellation, and the refund follows later', async () => {
  const { cancel, read } = await aTimelyBooking();
  paymentsSandbox(server).control({ failNext: { count: 100, status: 503 } });
  const answer = await cancel('refund');
  expect([answer.status, answer.body.status, answer.body.payment?.status]).toEqual([
    200,
    'cancelled',
    'refunding',
  ]);
  paymentsSandbox(server).control({ reset: true });
  server.clock.advance({ seconds: 61 });
  await reconcileNow();
  expect((await read()).payment?.status).toBe('refunded');
});

test('doors of fulfilment after or during a cancellation find the cancelled booking', async () => {
  const before = await refunds();
  const rounds = 2;
  for (let round = 0; round < rounds; round++) {
    const { id, cancel, confirm, bookings, payment } = await aTimelyBooking();
    const confirmations = Array.from({ length: 8 }, () => confirm());
    const answers = await Promise.all([cancel('refund'), ...confirmations]);
    expect(answers.map((a) => [a.status, a.body.id])).toEqual(Array(9).fill([200, id]));
    expect((await confirm()).body).toMatchObject({ id, status: 'cancelled' });
    expect(await bookings()).toEqual([{ id, status: 'cancelled' }]);
    expect((await payment()).status).toBe('refunded');
  }
  expect(await refunds()).toBe(before + rounds);
});

test('a cancellation by the team refunds once, however late; reopened, the booking stays unpaid and is not refunded again', async () => {
  const before = await refunds();
  const { id, cancel, read, history } = await aTimelyBooking();
  server.clock.set(late);
  expect((await setStatus(id, 'cancelled')).body.payment?.status).toBe('refunded');
  await setStatus(id, 'cancelled');
  expect(await history()).toEqual(['refunded']);

  await setStatus(id, 'scheduled');
  expect((await read()).changes.cancel).toEqual({ outcome: 'free', amountCents: 0, hours: 0 });
  expect((await cancel('free')).body).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
  expect(await refunds()).toBe(before + 1);
});

test('a forfeited payment is refunded when the team reopens and cancels the booking', async () => {
  const { id, cancel, read } = await aTimelyBooking();
  server.clock.set(late);
  await cancel('forfeit');
  await setStatus(id, 'pending');
  expect((await read()).payment?.status).toBe('paid');
  await setStatus(id, 'cancelled');
  expect((await read()).payment?.status).toBe('refunded');
});

test('a cancellation that races the completion: the first one decides about the money', async () => {
  for (let round = 0; round < 2; round++) {
    const { id, cancel, read } = await aTimelyBooking();
    const doers = [() => cancel('refund'), () => setStatus(id, 'completed')];
    if (round % 2) doers.reverse();
    const answers = await Promise.all(doers.map((run) => run()));
    const cancelled = answers[round % 2 ? 1 : 0];
    const { status, payment } = await read();
    expect(status).toBe('completed');
    expect([cancelled?.status, payment?.status]).toEqual(
      cancelled?.status === 200 ? [200, 'refunded'] : [409, 'paid'],
    );
  }
});
