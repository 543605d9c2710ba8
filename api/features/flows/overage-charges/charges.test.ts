import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { anAdmin, aService } from '../../../testing/builders/builders.ts';
import { deleteAccounts } from '../../../testing/builders/leaver.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { aShortMember, twoHoursCents as two } from '../../../testing/builders/short-member.ts';
import {
  authenticate,
  cards,
  intentOf,
  paymentsSandbox,
  payWithCard,
  settled,
} from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';
import { reconcilePayments } from '../webhooks/unseen-payments.service.ts';
import { chargeOverage } from './charges.service.ts';

let server: TestServer;
let admin: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server.deps.db);
});
beforeEach(() => server.clock.set('2026-11-21T03:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

/** A member whose booking of 3 hours needs 2 past the plan, with acts of the member and of the team. */
async function aMember(card: string = cards.succeeds) {
  const short = await aShortMember(server, { card });
  const { client, id, params, plan } = short;
  const set = async (
    status: 'completed' | 'scheduled' | 'cancelled',
    { of = id, actualHours }: { of?: string; actualHours?: number } = {},
  ) =>
    (await server.as(admin)).call('setBookingStatus', {
      params: { id: of },
      body: { status, ...(actualHours === undefined ? {} : { actualHours }) },
    });
  const pay = () => client.call('payPastHours', { params });
  const owed = async () => (await plan()).owedWork;
  return { ...short, set, pay, owed };
}
const round = async () => {
  server.clock.advance({ minutes: 2 });
  await reconcilePayments(server.deps, new AbortController().signal);
};

test('agreed hours are charged once the work is done, as their own item, and use no hours', async () => {
  const { client, id, set, charges, me, letters, other } = await aMember();
  const past = async () => (await client.call('readBooking', { params: { id } })).body.past;
  expect(await charges()).toEqual([]);
  expect(await past()).toEqual({ hours: 2, amountCents: two, state: 'agreed' });
  const preview = async (status: 'completed' | 'scheduled') =>
    (await (await server.as(admin)).call('previewBookingStatus', { params: { id }, query: { status } })).body;
  expect(await preview('completed')).toMatchObject({ usedHours: 1, overageHours: 0, chargeCents: two });
  await Promise.all(Array.from({ length: 20 }, () => set('completed')));
  await round();
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect(await past()).toEqual({ hours: 2, amountCents: two, state: 'paid' });
  expect(await preview('scheduled')).toMatchObject({ returnedHours: 1, refundCents: two, chargeCents: 0 });
  expect(await me()).toMatchObject({ usedHours: '1', heldHours: 4, remainingHours: 0, paymentFailed: false });
  expect((await client.call('listBillingHistory')).body).toContainEqual(
    expect.objectContaining({
      amount_paid: two,
      description: 'Gutter cleaning: 2 h past your hours',
      status: 'paid',
    }),
  );
  await set('completed', { of: other });
  expect(await me()).toMatchObject({ usedHours: '5', heldHours: 0, remainingHours: 0 });
  expect((await letters()).map(({ content }) => JSON.parse(content))).toEqual([
    {
      what: 'work_paid',
      paymentId: expect.any(String),
      paidAt: expect.stringMatching(/^2026-11-21T03:0/),
      description: 'Gutter cleaning: 2 h past your hours',
      amountCents: two,
      replaces: false,
    },
  ]);
});

test('hours granted since are used first, and only the rest is charged', async () => {
  const { client, set, charges, other } = await aMember();
  const off = { params: { id: other }, body: { outcome: 'release' as const } };
  expect((await client.call('cancelBooking', off)).status).toBe(200);
  await set('completed');
  expect(await charges()).toEqual([]);
  const upgraded = await aMember();
  await upgraded.change({ tier: 'standard', terms: await upgraded.upgradeTerms('standard') });
  await upgraded.set('completed');
  expect(await upgraded.charges()).toEqual([]);
  expect(await upgraded.me()).toMatchObject({ usedHours: '3' });
});

test('hours paid by card are not covered again by later hours', async () => {
  const { set, charges, change, upgradeTerms, me } = await aMember();
  await set('completed');
  await change({ tier: 'standard', terms: await upgradeTerms('standard') });
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect(await me()).toMatchObject({ usedHours: '1', remainingHours: 7 });
});

test('a cancellation charges nothing, and work taken back is refunded whole, then charged anew when done', async () => {
  const { set, charges, letters } = await aMember();
  await set('cancelled');
  expect(await charges()).toEqual([]);
  await set('completed');
  await set('scheduled');
  expect(await charges()).toEqual([['refunded', two, two]]);
  server.clock.advance({ hours: 1 });
  await set('completed', { actualHours: 2 });
  expect(await charges()).toEqual([
    ['refunded', two, two],
    ['booked', two / 2, 0],
  ]);
  const contents = (await letters()).map(({ content }) => JSON.parse(content));
  const lines = contents.map(({ what, amountCents, replaces }) => `${what} ${amountCents} ${replaces ?? ''}`);
  expect(lines.sort()).toEqual(
    [`work_paid ${two / 2} true`, `work_paid ${two} false`, `work_returned ${two} `].sort(),
  );
});

test('work taken back after its customer’s account is deleted is refunded without a letter', async () => {
  const { set, charges, letters, client, user } = await aMember();
  await set('completed');
  expect(await charges()).toEqual([['booked', two, 0]]);
  await client.call('requestAccountDeletion', { body: { email: user.email } });
  server.clock.advance({ days: 14 });
  await deleteAccounts(server);
  await set('cancelled');
  expect(await charges()).toEqual([['refunded', two, two]]);
  expect(await letters()).toEqual([]);
});

test('a bank that asks leaves the work owed, announced once, and Pay Now leads to its question', async () => {
  const { set, charges, owed, pay, me, id, letters } = await aMember(cards.asksAlways);
  await set('completed');
  await round();
  await round();
  expect(await owed()).toEqual([
    { bookingId: id, description: 'Gutter cleaning: 2 h past your hours', amountCents: two },
  ]);
  expect(await me()).toMatchObject({ paymentFailed: true });
  expect((await letters()).map(({ content }) => JSON.parse(content).what)).toEqual(['work_owed']);
  const [first, again] = [await pay(), await pay()];
  expect([first.status, again.body]).toEqual([200, first.body]);
  await authenticate(server, first.body.clientSecret ?? '', 'complete');
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect([await owed(), (await me()).paymentFailed]).toEqual([undefined, false]);
});

test('the team sees what was agreed past the hours, and that it is charged, owed, paid or covered', async () => {
  const team = await server.as(admin);
  const seen = async (of: { params: { id: string } }) => (await team.call('readAnyBooking', of)).body.past;
  const agreed = { hours: 2, amountCents: two };
  const owing = await aMember(cards.asksAlways);
  expect(await seen(owing)).toEqual({ ...agreed, state: 'agreed' });
  expect(await seen({ params: { id: owing.other } })).toBeUndefined();
  await owing.set('completed');
  expect(await seen(owing)).toEqual({ ...agreed, state: 'owed' });
  expect((await owing.client.call('readAnyBooking', owing)).status).toBe(403);
  await authenticate(server, (await owing.pay()).body.clientSecret ?? '', 'complete');
  await settled(server);
  expect(await seen(owing)).toEqual({ ...agreed, state: 'paid' });

  const charging = await aMember();
  paymentsSandbox(server).control({ failNext: { count: 9, status: 503 } });
  await charging.set('completed');
  expect(await seen(charging)).toEqual({ ...agreed, state: 'charging' });
  await mend(server);

  const covered = await aMember();
  await covered.client.call('cancelBooking', { params: { id: covered.other }, body: { outcome: 'release' } });
  await covered.set('completed');
  expect(await seen(covered)).toEqual({ hours: 0, amountCents: 0, state: 'covered' });
});

test('many taps on Pay Now at once, with another card, charge the debt once; until then nothing more is sold', async () => {
  const member = await aMember(cards.asksAlways);
  const { set, charges, owed, pay, client } = member;
  await set('completed');
  const { id: serviceId } = await aService(server.deps.db, { estimated_minutes: 300 });
  const terms = async () => (await client.call('readBookingTerms', { query: { serviceId } })).body;
  expect(await terms()).toMatchObject({ missingHours: 5, past: null, owed: 'work' });
  const setup = await client.call('createSetupIntent', {});
  const { card = '' } = await payWithCard(server, setup.body.client_secret);
  await client.call('makePaymentMethodDefault', { params: { id: card } });
  const taps = await tapOften(pay);
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect(await owed()).toBeUndefined();
  expect(await terms()).toMatchObject({ past: { tier: 'basic' }, owed: null });
});

test('a debt cannot be ended by cancelling its payment: it stays owed, and can be paid', async () => {
  const { set, charges, owed, pay, client, id } = await aMember(cards.asksAlways);
  await set('completed');
  const { clientSecret } = (await pay()).body;
  const body = { paymentIntentId: intentOf(clientSecret ?? '') };
  const cancelled = await client.call('cancelPaymentIntent', { body });
  expect([cancelled.status, cancelled.body.code]).toEqual([404, 'not_found']);
  expect(await owed()).toMatchObject([{ bookingId: id, amountCents: two }]);
  await authenticate(server, (await pay()).body.clientSecret ?? '', 'complete');
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect(await owed()).toBeUndefined();
});

test('a debt can be paid by a new card after the owner has deleted the customer at the card provider', async () => {
  const { set, charges, owed, pay, client, user } = await aMember(cards.asksAlways);
  await set('completed');
  const { customer_id } = await server.deps.db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await server.deps.payments.deleteCustomer(customer_id ?? '');
  await settled(server);
  expect((await pay()).body).toMatchObject({ code: 'payment_incomplete' });
  const setup = await client.call('createSetupIntent', {});
  const { card = '' } = await payWithCard(server, setup.body.client_secret);
  await client.call('makePaymentMethodDefault', { params: { id: card } });
  server.clock.advance({ minutes: 1 });
  const taps = await Promise.all(Array.from({ length: 5 }, pay));
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await charges()).toEqual([
    ['canceled', two, 0],
    ['booked', two, 0],
  ]);
  expect(await owed()).toBeUndefined();
});

test('a charge that the provider is making is left alone, also after its customer was replaced', async () => {
  const { set, charges, pay, user } = await aMember(cards.asksAlways);
  const { db, payments } = server.deps;
  await set('completed');
  const { customer_id } = await db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await payments.deleteCustomer(customer_id ?? '');
  await settled(server);
  const real = payments.readPaymentIntent;
  vi.spyOn(payments, 'readPaymentIntent').mockImplementation(async (id) => {
    const intent = await real(id);
    return intent && { ...intent, status: 'processing' };
  });
  const charged = vi.spyOn(payments, 'chargeCard');
  const cancelled = vi.spyOn(payments, 'cancelPaymentIntent');
  expect((await pay()).body).toEqual({ clientSecret: null });
  // As if the process had died before it noted the refusal of the card.
  const { id } = await db
    .updateTable('past_hours')
    .set({ owed_since: null })
    .where('user_id', '=', user.id)
    .returning('payment_id as id')
    .executeTakeFirstOrThrow();
  await chargeOverage(server.deps, id ?? '');
  expect([charged.mock.calls, cancelled.mock.calls]).toEqual([[], []]);
  expect(await charges()).toEqual([['awaiting', two, 0]]);
});

test('another person’s debt, or none, cannot be paid', async () => {
  const { id, pay } = await aMember();
  expect((await pay()).status).toBe(404);
  const stranger = await aPayingMember(server);
  expect((await stranger.client.call('payPastHours', { params: { id } })).status).toBe(404);
});

test('an absent provider does not prevent the work’s completion, and the charge follows later', async () => {
  const { set, charges } = await aMember();
  paymentsSandbox(server).control({ failNext: { count: 9, status: 503 } });
  expect((await set('completed')).status).toBe(200);
  expect(await charges()).toEqual([['starting', two, 0]]);
  await mend(server);
  await round();
  expect(await charges()).toEqual([['booked', two, 0]]);
});

test('lost answers and events of the provider lead to one charge', async () => {
  for (const dropAnswers of [1, 2, 3, 4, 6]) {
    const { set, charges } = await aMember();
    paymentsSandbox(server).control({ dropAnswers, loseWebhooks: 1000 });
    await Promise.all([set('completed'), set('completed')]);
    await mend(server);
    await round();
    await round();
    expect(await charges(), `${dropAnswers} lost`).toEqual([['booked', two, 0]]);
  }
});

test('work taken back while its payment is owed is no longer owed', async () => {
  const { set, charges, owed, pay } = await aMember(cards.asksAlways);
  await set('completed');
  const { body } = await pay();
  await set('scheduled');
  expect(await owed()).toBeUndefined();
  expect(await charges()).toEqual([['canceled', two, 0]]);
  const late = await authenticate(server, body.clientSecret ?? '', 'complete');
  expect(late.intent).not.toBe('succeeded');
});

test('a payment quicker than the news that the work is taken back is refunded', async () => {
  const { set, charges, pay } = await aMember(cards.asksAlways);
  await set('completed');
  const { body } = await pay();
  paymentsSandbox(server).control({ loseWebhooks: 1000 });
  await authenticate(server, body.clientSecret ?? '', 'complete');
  await set('scheduled');
  await mend(server);
  await round();
  expect(await charges()).toEqual([['refunded', two, two]]);
});

test('a disputed charge freezes its booking', async () => {
  const { set, id, client } = await aMember();
  await set('completed');
  const { intent_id } = await server.deps.db
    .selectFrom('payments')
    .select('intent_id')
    .where('past_booking_id', '=', id)
    .executeTakeFirstOrThrow();
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent_id ?? '' } });
  await settled(server);
  expect((await client.call('readBooking', { params: { id } })).body.disputed).toBe(true);
  expect((await set('scheduled')).body.code).toBe('disputed');
});
