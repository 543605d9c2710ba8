import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OverageAgreed } from '../../../contract/schemas/booking-terms.ts';
import { aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aFileServerBesideRefusing } from '../../../testing/builders/file-server.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { tapOften } from '../../../testing/servers/taps.ts';

let server: TestServer;
let refusing: TestServer;
let serviceId: string;
aFileServerBesideRefusing('2026-11-20T02:00:00.000Z', async (first, second) => {
  server = first;
  refusing = second;
  serviceId = (await aService(server.deps.db, { estimated_minutes: 90 })).id;
});

/** A member of the Standard plan, 12 hours, of which bookings hold some. */
async function aMember({ held = 0, on = server }: { held?: number; on?: TestServer } = {}) {
  const { db } = server.deps;
  const user = await aUser(db);
  const plan = await aPlan(db, { user_id: user.id });
  const client = await on.as(user);
  const book = (past?: OverageAgreed, idempotencyKey: string = randomUUID(), id = serviceId) =>
    client.call('createBooking', {
      body: {
        serviceId: id,
        scheduledDate: '2026-11-30T22:30:00.000Z',
        notes: '',
        paymentType: 'subscription',
        ...(past && { past }),
      },
      idempotencyKey,
    });
  const terms = async (id = serviceId) =>
    (await client.call('readBookingTerms', { query: { serviceId: id } })).body;
  const agreed = async (): Promise<OverageAgreed> => {
    const { missingHours, past } = await terms();
    return { missingHours, amountCents: past?.amountCents ?? -1 };
  };
  const me = async () => (await client.call('readUser')).body;
  if (held) await book(undefined, randomUUID(), (await aService(db, { estimated_minutes: held * 60 })).id);
  return { user, plan, client, book, terms, agreed, me };
}

test('the terms show hours taken, free and missing before the booking, with the choices', async () => {
  const { terms } = await aMember({ held: 11 });
  expect(await terms()).toEqual({
    takesHours: 1.5,
    freeHours: 1,
    expiringHours: 0,
    missingHours: 0.5,
    past: { amountCents: 5838, hourCents: 11_675, tier: 'standard' },
    owed: null,
    nextTier: 'deluxe',
    cardCents: 18_900,
  });
  const enough = await aMember({ held: 10 });
  expect(await enough.terms()).toMatchObject({ freeHours: 2, missingHours: 0, past: null });
  const none = await aMember({ held: 12 });
  expect(await none.terms()).toMatchObject({ freeHours: 0, missingHours: 1.5 });
});

test('a person without a plan misses no hours: they pay for a plan next', async () => {
  const client = await server.as(await aUser(server.deps.db));
  const { body } = await client.call('readBookingTerms', { query: { serviceId } });
  expect(body).toMatchObject({ freeHours: 0, missingHours: 0, past: null, nextTier: null });
});

test('a booking past the balance needs a choice, and an older app is told why', async () => {
  const { book, me, client } = await aMember({ held: 11 });
  const refused = await book();
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'hours_short', message: expect.stringContaining('takes 1.5 h, and you have 1 h free') },
  ]);
  expect((await client.call('listBookings')).body).toHaveLength(1);
  expect(await me()).toMatchObject({ heldHours: 11, remainingHours: 1 });
});

test('an agreed booking is made, holds the free hours, and never more', async () => {
  const { book, agreed, me, terms } = await aMember({ held: 11 });
  expect((await book(await agreed())).status).toBe(200);
  expect(await me()).toMatchObject({ heldHours: 12, remainingHours: 0 });
  expect((await book(await agreed())).status).toBe(200);
  expect(await me()).toMatchObject({ heldHours: 12, remainingHours: 0 });
  expect(await terms()).toMatchObject({ freeHours: 0, missingHours: 1.5 });
});

test('figures that differ from the server’s count as other terms, and nothing is booked', async () => {
  const { book, agreed, client } = await aMember({ held: 11 });
  const shown = await agreed();
  for (const past of [
    { ...shown, amountCents: shown.amountCents - 1 },
    { ...shown, missingHours: 0.25 },
    { missingHours: 0, amountCents: 0 },
  ]) {
    const { status, body } = await book(past);
    expect([status, body.code]).toEqual([409, 'terms_changed']);
  }
  const enough = await aMember();
  expect((await enough.book(shown)).body.code, 'nothing is missing any more').toBe('terms_changed');
  expect((await client.call('listBookings')).body).toHaveLength(1);
});

test('one of fifty bookings that race for the last hour and a half is made, and the others are refused', async () => {
  const { book, client, me } = await aMember({ held: 10.5 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => book()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'hours_short')).toHaveLength(49);
  expect((await client.call('listBookings')).body).toHaveLength(2);
  expect(await me()).toMatchObject({ heldHours: 12, remainingHours: 0 });
});

test('many taps at once for the last hours make one booking, each answered with it, and so is a later repeat', async () => {
  const { book, agreed, me } = await aMember({ held: 11 });
  const [past, key] = [await agreed(), randomUUID()];
  const answers = await tapOften(() => book(past, key));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await book(past, key)).body.id).toBe(answers[0]?.body.id);
  expect((await book(undefined, key)).body.code, 'the same key for other terms').toBe('key_reused');
  expect(await me()).toMatchObject({ heldHours: 12 });
  const enough = await aMember({ held: 10.5 });
  const last = await tapOften(() => enough.book(undefined, key));
  expect(new Set(last.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
});

test('a business with PAST_HOURS=refuse offers only the other choices, and books nothing', async () => {
  const { book, terms } = await aMember({ held: 11, on: refusing });
  expect(await terms()).toMatchObject({
    missingHours: 0.5,
    past: null,
    owed: null,
    nextTier: 'deluxe',
    cardCents: 18_900,
  });
  expect((await book()).body.code).toBe('hours_short');
  expect((await book({ missingHours: 0.5, amountCents: 5838 })).body.code).toBe('terms_changed');
});

test('hours past the plan’s are not sold with an unpaid or ended plan', async () => {
  const { db } = server.deps;
  for (const status of ['past_due', 'ended'] as const) {
    const { plan, terms, book } = await aMember({ held: 11 });
    await db.updateTable('subscriptions').set({ status }).where('id', '=', plan.id).execute();
    expect(await terms()).toMatchObject({
      missingHours: 0.5,
      past: null,
      owed: status === 'past_due' ? 'renewal' : null,
      nextTier: null,
    });
    expect((await book()).body.code).toBe('hours_short');
  }
});

test('a timely cancellation owes nothing, and its held hours are free again', async () => {
  const { book, agreed, me, client } = await aMember({ held: 11 });
  const { id } = (await book(await agreed())).body;
  const detail = (await client.call('readBooking', { params: { id } })).body;
  expect(detail.changes.cancel).toEqual({ outcome: 'release', amountCents: 0, hours: 1 });
  await client.call('cancelBooking', { params: { id }, body: { outcome: 'release' } });
  expect(await me()).toMatchObject({ heldHours: 11, remainingHours: 1, usedHours: '0' });
});
