import { expect, test } from 'vitest';
import { anAdmin } from '../../../../testing/builders/builders.ts';
import { aDashboardServer } from '../../../../testing/builders/dashboard-server.ts';
import { aPaidBooking } from '../../../../testing/builders/paid-booking.ts';
import { aPayingMember } from '../../../../testing/builders/plans.ts';
import { paymentsSandbox, settled, visit } from '../../../../testing/outside/cards.ts';
import type { Dashboard } from '../../../../testing/outside/dashboard.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';

/** What the bank and the owner do to disputes; each test is a row of docs/owners-deeds.md. */
let server: TestServer;
let dashboard: Dashboard;
aDashboardServer((at) => {
  ({ server, dashboard } = at);
});

type State = Parameters<Parameters<typeof dashboard.alter<'dispute'>>[1]>[0]['status'];

/** A booking whose payment is disputed, in a state of the provider. */
async function aDisputed(status: State) {
  const booking = await aPaidBooking(server);
  dashboard.alter('dispute', (dispute) =>
    dispute.payment_intent === booking.intent ? { ...dispute, status } : dispute,
  );
  paymentsSandbox(server).control({ dispute: { paymentIntent: booking.intent } });
  await settled(server);
  return withBooks(booking);
}

async function withBooks(booking: Awaited<ReturnType<typeof aPaidBooking>>) {
  const { user, client, params, read } = booking;
  const admin = await server.as(await anAdmin(server.deps.db));
  /** What the team sees of the disputes. */
  const listed = async () =>
    (await admin.call('listDisputes')).body
      .filter(({ customer }) => customer.id === user.id)
      .map(({ state }) => state);
  const letters = async () =>
    (
      await server.deps.db
        .selectFrom('notices')
        .select('content')
        .where('user_id', '=', user.id)
        .where('kind', '=', 'billing')
        .orderBy('created_at')
        .execute()
    ).map(({ content }) => JSON.parse(content).what);
  const later = new Date(Date.parse(visit.scheduledDate) + 86_400_000).toISOString();
  const move = async () =>
    (await client.call('rescheduleBooking', { params, body: { scheduledDate: later } })).status;
  const isFrozen = async () => (await read()).disputed === true;
  return { ...booking, listed, letters, move, isFrozen };
}
/** The provider's state after the first one. */
async function becomes(booking: { intent: string }, status: State) {
  dashboard.restore();
  dashboard.alter('dispute', (dispute) =>
    dispute.payment_intent === booking.intent ? { ...dispute, status } : dispute,
  );
  await dashboard.announce('charge.dispute.updated', {
    object: 'dispute',
    id: 'du_1',
    payment_intent: booking.intent,
  });
}

test('a bank asks first: an inquiry', async () => {
  const booking = await aDisputed('warning_needs_response');
  expect(await booking.isFrozen()).toBe(false);
  expect(await booking.listed()).toEqual(['inquiry']);
  expect(await booking.letters()).toEqual([]);
  expect(await booking.billed()).toEqual(['paid', 18_900, 0]);
  expect(await booking.move()).toBe(200);
});

test('an inquiry is closed', async () => {
  const booking = await aDisputed('warning_needs_response');
  await becomes(booking, 'warning_closed');
  expect(await booking.listed()).toEqual(['won']);
  expect(await booking.letters()).toEqual([]);
  expect(await booking.move()).toBe(200);
});

test('an inquiry becomes a dispute', async () => {
  const booking = await aDisputed('warning_under_review');
  await becomes(booking, 'needs_response');
  expect(await booking.isFrozen()).toBe(true);
  expect(await booking.letters()).toEqual(['disputed']);
});

test('a dispute is opened', async () => {
  const booking = await aDisputed('needs_response');
  expect(await booking.isFrozen()).toBe(true);
  expect(await booking.listed()).toEqual(['open']);
  expect(await booking.letters()).toEqual(['disputed']);
  expect(await booking.move()).toBe(409);
});

test('evidence is sent, and the bank decides', async () => {
  const booking = await aDisputed('under_review');
  expect(await booking.isFrozen()).toBe(true);
  expect(await booking.listed()).toEqual(['open']);
});

test('a dispute is won', async () => {
  const booking = await aDisputed('needs_response');
  await becomes(booking, 'won');
  expect(await booking.isFrozen()).toBe(false);
  expect(await booking.letters()).toEqual(['disputed', 'dispute_won']);
  expect(await booking.billed()).toEqual(['paid', 18_900, 0]);
  expect(await booking.move()).toBe(200);
});

test('a dispute is lost, or accepted there', async () => {
  const booking = await aDisputed('needs_response');
  await becomes(booking, 'lost');
  expect(await booking.isFrozen()).toBe(false);
  expect(await booking.listed()).toEqual(['lost']);
  expect(await booking.letters()).toEqual(['disputed']);
  expect(await booking.billed()).toEqual(['refunded', 18_900, 18_900]);
});

test('a dispute is prevented', async () => {
  const booking = await aDisputed('prevented');
  expect(await booking.isFrozen()).toBe(false);
  expect(await booking.listed()).toEqual(['won']);
  expect(await booking.letters()).toEqual([]);
});

test('a month of a plan is disputed', async () => {
  const { user, client, me } = await aPayingMember(server, 'basic');
  const { id } = await server.deps.db
    .selectFrom('invoices')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const intent = (await server.deps.payments.readIntentOf(id)) ?? '';
  // The provider's clock may be ahead after other tests, and the period has to have begun here.
  server.clock.advance({ hours: 2 });
  expect((await me()).remainingHours).toBe(5);
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
  await settled(server);
  expect((await me()).remainingHours).toBe(0);
  expect((await client.call('readSubscription')).body.disputed).toBeDefined();
  paymentsSandbox(server).control({ closeDispute: { paymentIntent: intent, won: true } });
  await settled(server);
  expect((await me()).remainingHours).toBe(5);
});

test('a dispute has a state that is new to us', async () => {
  const booking = await aDisputed('marinated' as 'won');
  expect(await booking.isFrozen()).toBe(false);
  expect(await booking.listed()).toEqual(['unknown']);
  expect(await booking.letters()).toEqual([]);
  expect(await booking.billed()).toEqual(['paid', 18_900, 0]);
  expect(await booking.move()).toBe(200);
});
