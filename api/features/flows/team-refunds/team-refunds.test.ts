import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aCharge as chargeOf, reason, stuckOf } from '../../../testing/builders/charges.ts';
import { aFileServer } from '../../../testing/builders/file-server.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { aShortMember } from '../../../testing/builders/short-member.ts';
import { paymentsSandbox, refundByHand, settled } from '../../../testing/outside/cards.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let admin: Client;
aFileServer('2026-11-20T02:00:00.000Z', async (started) => {
  server = started;
  admin = await server.as(await anAdmin(server.deps.db));
});

const lookAgain = () => reconcile(server.deps, new AbortController().signal);
const aCharge = (card?: string) => chargeOf(server, admin, card);

test('a charge shows what was paid, what is left, and the card that gets it', async () => {
  const { id, user, chargeId, charge } = await aCharge();
  expect(await charge()).toMatchObject({
    id: chargeId,
    kind: 'service',
    amountCents: 18_900,
    refundedCents: 0,
    pendingCents: 0,
    leftCents: 18_900,
    bookingId: id,
    customer: { id: user.id, name: 'Alex Nguyen' },
    card: { brand: 'visa', last4: '4242' },
    blocked: null,
    refunds: [],
  });
});

test('a part is refunded once, and the booking stays as it is', async () => {
  const heard = recordChanges(server.deps);
  const { id, user, params, refund, read, billed, atProvider, notices, acts } = await aCharge();
  await admin.call('setBookingStatus', { params, body: { status: 'scheduled' } });
  heard.length = 0;
  const answer = await refund(2000);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    refundedCents: 2000,
    leftCents: 16_900,
    refunds: [{ amountCents: 2000, reason, state: 'made', trouble: null, by: { name: 'Robin Nguyen' } }],
  });
  await settled(server);
  expect(await atProvider()).toEqual({ givenCents: 2000, pendingCents: 0, leftCents: 16_900 });
  const booking = await read();
  expect(booking).toMatchObject({
    status: 'scheduled',
    payment: { amountCents: 18_900, status: 'paid' },
    charges: [{ amountCents: 18_900, refundedCents: 2000, refunds: [{ amountCents: 2000, reason }] }],
  });
  expect(booking.disputed).toBeUndefined();
  expect(await billed()).toEqual(['paid', 18_900, 2000]);
  expect(await notices()).toEqual([
    expect.objectContaining({
      what: 'refunded_part',
      amountCents: 2000,
      reason,
      description: 'House cleaning',
    }),
  ]);
  const logged = (await acts()).filter(({ act }) => act === 'charge_refunded');
  expect(logged.map(({ details }) => JSON.parse(details))).toEqual([
    expect.objectContaining({ amountCents: 2000, kind: 'service' }),
  ]);
  expect(logged[0]?.details).not.toContain(reason);
  const keys = heard.flatMap((change) => change.keys);
  expect(keys).toEqual(
    expect.arrayContaining([
      '/api/billing-history',
      `/api/bookings/${id}`,
      '/api/admin/charges/',
      '/api/admin/audit',
    ]),
  );
  const { body: lines } = await admin.call('listCustomerBilling', { params: { id: user.id } });
  expect(lines).toMatchObject([{ amount_refunded: 2000, refunds: [{ reason, state: 'made' }] }]);
});

test('a repeated tap refunds once; the same key with another content is refused', async () => {
  const { refund, atProvider, notices, acts } = await aCharge();
  const idempotencyKey = randomUUID();
  const taps = await Promise.all(Array.from({ length: 6 }, () => refund(2000, { idempotencyKey })));
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await refund(2000, { idempotencyKey })).body.refunds).toHaveLength(1);
  const other = await refund(3000, { idempotencyKey });
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
  expect((await refund(2000, { idempotencyKey, why: 'Another reason' })).body.code).toBe('key_reused');
  expect(await atProvider()).toMatchObject({ givenCents: 2000 });
  expect(await notices()).toHaveLength(1);
  expect((await acts()).filter(({ act }) => act === 'charge_refunded')).toHaveLength(1);
});

test('administrators at once refund no more than each of them saw', async () => {
  const { refund, charge, atProvider } = await aCharge();
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => server.as(await anAdmin(server.deps.db))),
  );
  const answers = await Promise.all(others.map((by) => refund(10_000, { by })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['terms_changed']));
  expect(await atProvider()).toMatchObject({ givenCents: 10_000 });
  expect((await refund(8900, { leftCents: 8900 })).status).toBe(200);
  expect(await charge()).toMatchObject({ refundedCents: 18_900, leftCents: 0, blocked: 'nothing_left' });
  const none = await refund(1, { leftCents: 0 });
  expect([none.status, none.body.code]).toEqual([409, 'conflict']);
});

test('more than is left, no reason, and sums that are none are refused', async () => {
  const { params, refund, charge } = await aCharge();
  const more = await refund(18_901);
  expect([more.status, more.body.code, Object.keys(more.body.fields ?? {})]).toEqual([
    400,
    'invalid_input',
    ['amountCents'],
  ]);
  for (const bad of [0, -5, 1.5]) expect((await refund(bad)).status).toBe(400);
  for (const why of ['', 'no', '   \u200b   ', 'x'.repeat(501)])
    expect((await refund(2000, { why })).body.code).toBe('invalid_input');
  expect((await refund(2000, { leftCents: 18_000 })).body.code).toBe('terms_changed');
  expect(await charge()).toMatchObject({ refunds: [], leftCents: 18_900 });
  expect((await admin.call('readCharge', { params })).status).toBe(404);
});

test('a customer and nobody are refused', async () => {
  const { client, chargeId, user, atProvider } = await aCharge();
  const params = { id: chargeId };
  const body = { amountCents: 2000, reason, leftCents: 18_900 };
  const stranger = await server.as(await aUser(server.deps.db));
  for (const by of [client, stranger]) {
    expect((await by.call('refundCharge', { params, body })).status).toBe(403);
    expect((await by.call('readCharge', { params })).status).toBe(403);
    expect((await by.call('listCustomerBilling', { params: { id: user.id } })).status).toBe(403);
  }
  expect((await server.anyone.call('refundCharge', { params, body })).status).toBe(401);
  expect((await server.anyone.call('readCharge', { params })).status).toBe(401);
  expect((await server.anyone.call('listCustomerBilling', { params: { id: user.id } })).status).toBe(401);
  const unknown = { params: { id: randomUUID() } };
  expect((await admin.call('readCharge', unknown)).status).toBe(404);
  expect((await admin.call('refundCharge', { ...unknown, body })).status).toBe(404);
  expect((await admin.call('listCustomerBilling', unknown)).status).toBe(404);
  expect(await atProvider()).toMatchObject({ givenCents: 0 });
});

test('a part that a person refunds in another way counts, and a cancellation refunds only the rest', async () => {
  const { user, refund, charge, billed, cancel, atProvider } = await aCharge();
  paymentsSandbox(server).control({ refuseRefunds: 1 });
  await refund(2000);
  const [stuck] = await stuckOf(admin, user.id);
  expect(stuck?.trouble).toContain('Insufficient');
  await admin.call('settleStuckRefund', { params: { id: stuck?.id ?? '' }, body: { how: 'by_hand' } });
  expect(await charge()).toMatchObject({
    refundedCents: 2000,
    leftCents: 16_900,
    refunds: [{ state: 'made' }],
  });
  expect(await billed()).toEqual(['paid', 18_900, 2000]);
  expect((await cancel('refund', { amountCents: 16_900, hours: 0 })).status).toBe(200);
  await settled(server);
  expect(await atProvider()).toMatchObject({ givenCents: 16_900 });
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
});

test('a cancellation refunds what a part has left, and no part follows it', async () => {
  const { params, refund, charge, read, billed } = await aCharge();
  await refund(2000);
  expect((await read()).changes.cancel).toMatchObject({ outcome: 'refund', amountCents: 16_900 });
  await admin.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  await settled(server);
  expect(await billed()).toEqual(['refunded', 18_900, 18_900]);
  expect(await charge()).toMatchObject({ blocked: 'nothing_left', leftCents: 0 });
  expect((await refund(100, { leftCents: 0 })).body.code).toBe('conflict');
});

test('a part that waits while its booking is cancelled goes back with the rest', async () => {
  const { params, refund, charge, atProvider } = await aCharge();
  vi.spyOn(server.deps.payments, 'refund').mockRejectedValueOnce(new Error('the process died'));
  await refund(2000);
  await admin.call('setBookingStatus', { params, body: { status: 'cancelled' } });
  await lookAgain();
  expect(await atProvider()).toEqual({ givenCents: 18_900, pendingCents: 0, leftCents: 0 });
  expect(await charge()).toMatchObject({ refundedCents: 18_900, refunds: [{ state: 'made' }] });
});

test('a refund by hand in the dashboard lowers what is left', async () => {
  const { intent, refund, charge } = await aCharge();
  await refundByHand(server, intent, 15_000);
  expect((await refund(5000)).body.code).toBe('terms_changed');
  expect(await charge()).toMatchObject({ leftCents: 3900, refundedCents: 15_000 });
  expect((await refund(3900, { leftCents: 3900 })).status).toBe(200);
});

test('a part of a plan’s invoice is refunded; the plan goes on', async () => {
  const { client, user } = await aPayingMember(server, 'standard');
  const [line] = (await client.call('listBillingHistory')).body;
  const params = { id: line?.id ?? '' };
  expect((await admin.call('readCharge', { params })).body).toMatchObject({
    kind: 'plan',
    bookingId: null,
    amountCents: 140_099,
    leftCents: 140_099,
    card: { last4: '4242' },
    customer: { id: user.id },
  });
  const body = { amountCents: 10_000, reason, leftCents: 140_099 };
  expect((await admin.call('refundCharge', { params, body })).body).toMatchObject({
    refundedCents: 10_000,
    leftCents: 130_099,
    refunds: [{ state: 'made' }],
  });
  await settled(server);
  expect((await client.call('listBillingHistory')).body).toMatchObject([
    {
      status: 'paid',
      amount_paid: 140_099,
      amount_refunded: 10_000,
      refunds: [{ amountCents: 10_000, reason }],
    },
  ]);
  expect((await client.call('readSubscription')).body).toMatchObject({ tier: 'standard', status: 'active' });
});

test('a part of a charge past the plan’s hours is refunded; a correction of the work refunds the rest', async () => {
  const { params, other, charges, client } = await aShortMember(server);
  // Earlier tests have moved the provider's clock on, and the plan's hours begin by it.
  server.clock.advance({ minutes: 10 });
  for (const id of [other, params.id])
    await admin.call('setBookingStatus', { params: { id }, body: { status: 'completed' } });
  await settled(server);
  const { charges: paid = [] } = (await admin.call('readAnyBooking', { params })).body;
  expect(paid).toMatchObject([{ refundedCents: 0, refunds: [] }]);
  const { amountCents, id } = paid[0] ?? { amountCents: 0, id: '' };
  const body = { amountCents: 5000, reason, leftCents: amountCents };
  const { body: after } = await admin.call('refundCharge', { params: { id }, body });
  expect(after).toMatchObject({ kind: 'past_hours', bookingId: params.id, leftCents: amountCents - 5000 });
  expect(await charges()).toEqual([['booked', amountCents, 5000]]);
  expect((await client.call('readBooking', { params })).body).toMatchObject({
    status: 'completed',
    charges: [{ refundedCents: 5000, refunds: [{ reason }] }],
  });
  const query = { status: 'completed', actualHours: 1 } as const;
  const { body: shown } = await admin.call('previewBookingStatus', { params, query });
  expect(shown.refundCents).toBe(amountCents - 5000);
  await admin.call('setBookingStatus', { params, body: query });
  expect(await charges()).toEqual([['refunded', amountCents, amountCents]]);
});

test('nothing is refunded while a bank decides about a dispute', async () => {
  const { intent, chargeId, refund, charge, atProvider } = await aCharge();
  paymentsSandbox(server).control({ dispute: { paymentIntent: intent } });
  await settled(server);
  expect(await charge()).toMatchObject({ blocked: 'disputed', leftCents: 0 });
  const answer = await refund(2000);
  expect([answer.status, answer.body.code]).toEqual([409, 'disputed']);
  expect(await atProvider()).toMatchObject({ givenCents: 0 });
  expect((await admin.call('readCharge', { params: { id: chargeId } })).body.refunds).toEqual([]);
});
