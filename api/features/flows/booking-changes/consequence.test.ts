import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StatusConsequence } from '../../../contract/calls/admin-booking-calls.ts';
import { type BookingStatus, bookingStatuses, type PaymentType } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aMembersBooking, aPayment } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { readBalance } from '../../records/hours/hours.service.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  ({ server, db, admin, adminId } = await startOffice('2026-11-20T02:00:00.000Z'));
});
afterAll(() => server.close());

const preview = async (id: string, status: BookingStatus, actualHours?: number) => {
  const query = { status, ...(actualHours === undefined ? {} : { actualHours }) };
  return (await admin.call('previewBookingStatus', { params: { id }, query })).body;
};
type Setting = {
  status: BookingStatus;
  actualHours?: number;
  seenStatus?: BookingStatus;
  seenPayment?: PaymentType;
  seen?: StatusConsequence;
  reason?: string;
};
const set = (id: string, body: Setting) => admin.call('setBookingStatus', { params: { id }, body });

/** A member of the Basic plan (5 hours) with a booking of two hours. */
const aBasicBooking = (estimated = 2) =>
  aMembersBooking(db, { tier: 'basic', estimated_minutes: estimated * 60 });

/** A card payment, with a part refunded already. */
async function aPaidBooking() {
  const { id: payment_id, user_id, service_id } = await aPayment(db, { refunded_cents: 4_000 });
  return aBooking(db, { user_id, service_id, payment_type: 'one_time', payment_id });
}

const letters = async (bookingId: string) =>
  (await db.selectFrom('notices').select('id').where('booking_id', '=', bookingId).execute()).length;

test('the preview of a completion shows the used hours and the overage among them', async () => {
  const { id } = await aBasicBooking(6.5);
  expect(await preview(id, 'completed', 6.5)).toEqual({
    from: 'pending',
    paymentType: 'subscription',
    actualHours: 6.5,
    usedHours: 6.5,
    overageHours: 1.5,
    returnedHours: 0,
    refundCents: 0,
    chargeCents: 0,
    askedHours: 0,
    withdrawnHours: 0,
    letter: 'sent',
  });
  const short = await aBasicBooking();
  expect(await preview(short.id, 'completed')).toMatchObject({
    actualHours: 2,
    usedHours: 2,
    overageHours: 0,
  });
  expect(await preview(short.id, 'completed', 6.5)).toMatchObject({
    actualHours: 2,
    usedHours: 2,
    overageHours: 0,
    askedHours: 4.5,
  });
  expect(await preview(id, 'scheduled')).toMatchObject({ usedHours: 0, letter: 'sent' });
  expect(await preview(id, 'pending')).toMatchObject({ usedHours: 0, letter: 'none' });
});

test('the preview of a correction shows the difference, and of taking it back the whole', async () => {
  const { id } = await aBasicBooking(4);
  await set(id, { status: 'completed', actualHours: 3 });
  expect(await preview(id, 'completed', 4)).toMatchObject({
    from: 'completed',
    usedHours: 1,
    returnedHours: 0,
    letter: 'none',
  });
  expect(await preview(id, 'completed', 1)).toMatchObject({ usedHours: 0, returnedHours: 2 });
  expect(await preview(id, 'in_progress')).toMatchObject({ returnedHours: 3, actualHours: null });
});

test('the preview of a cancellation shows the sum not refunded yet', async () => {
  const { id } = await aPaidBooking();
  expect(await preview(id, 'cancelled')).toMatchObject({ refundCents: 14_900, letter: 'sent' });
  expect(await preview(id, 'completed', 2)).toMatchObject({ refundCents: 0, usedHours: 0 });
});

test('a customer who wants no letters gets none but about money, and the preview says so', async () => {
  const { id, userId } = await aBasicBooking();
  const paid = await aPaidBooking();
  for (const each of [userId, paid.user_id])
    await (await server.as(each)).call('savePreferences', { body: { bookingUpdates: false } });
  expect(await preview(id, 'scheduled')).toMatchObject({ letter: 'declined' });
  expect(await preview(id, 'cancelled')).toMatchObject({ letter: 'declined' });
  expect(await preview(paid.id, 'cancelled')).toMatchObject({ refundCents: 14_900, letter: 'sent' });
});

test('a customer whose address nobody vouches for gets no letter, and the preview says so', async () => {
  const { id, userId } = await aBasicBooking();
  await db.updateTable('users').set({ email_verified: 0 }).where('id', '=', userId).execute();
  expect(await preview(id, 'scheduled')).toMatchObject({ letter: 'none' });
});

test('a preview changes nothing', async () => {
  const { id, userId } = await aBasicBooking();
  const rows = async () => ({
    booking: await db.selectFrom('bookings').selectAll().where('id', '=', id).execute(),
    steps: await db.selectFrom('booking_status_changes').selectAll().where('booking_id', '=', id).execute(),
    hours: await db.selectFrom('hour_entries').selectAll().where('user_id', '=', userId).execute(),
    letters: await letters(id),
    acts: await db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id).execute(),
  });
  const before = await rows();
  await Promise.all(bookingStatuses.map((status) => preview(id, status)));
  expect(await rows()).toEqual(before);
});

test('every change of status does what its preview showed', async () => {
  let next = 11;
  const random = (below: number) => {
    next = (next * 16_807) % 2_147_483_647;
    return next % below;
  };
  for (let way = 0; way < 6; way++) {
    const { id, userId } = await aBasicBooking();
    const books = async () => {
      const now = server.clock.now().toISOString();
      const { remainingMinutes } = await readBalance(db, userId, now);
      const entries = await db
        .selectFrom('hour_entries as e')
        .select('e.minutes')
        .where('e.booking_id', '=', id)
        .where('e.kind', 'in', ['use', 'overage'])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
        )
        .execute();
      return {
        remaining: remainingMinutes / 60,
        used: entries.reduce((sum, { minutes }) => sum - minutes / 60, 0),
        letters: await letters(id),
      };
    };
    for (let step = 0; step < 8; step++) {
      server.clock.advance({ minutes: 1 });
      const status = bookingStatuses[random(bookingStatuses.length)] ?? 'pending';
      const actualHours = status === 'completed' && random(2) ? random(16) / 2 : undefined;
      const before = await books();
      const consequence = await preview(id, status, actualHours);
      const done = await set(id, {
        status,
        seenStatus: consequence.from,
        ...(actualHours === undefined ? {} : { actualHours }),
        reason: 'The roof was wet.',
      });
      const after = await books();
      expect(done.body.actualHours).toBe(consequence.actualHours);
      expect(after.used - before.used).toBeCloseTo(consequence.usedHours - consequence.returnedHours);
      const withinBalance = consequence.usedHours - consequence.overageHours;
      if (consequence.usedHours) expect(before.remaining - after.remaining).toBeCloseTo(withinBalance);
      expect(after.letters > before.letters).toBe(consequence.letter === 'sent');
      const { body } = await admin.call('readAnyBooking', { params: { id } });
      expect(body.extraHours ?? 0).toBe(consequence.askedHours);
    }
  }
});

test('the previewed refund is the one that is made', async () => {
  const { id } = await aPaidBooking();
  const consequence = await preview(id, 'cancelled');
  const payment = async () =>
    db
      .selectFrom('payments as p')
      .innerJoin('bookings as b', 'b.payment_id', 'p.id')
      .select(['p.status', 'p.amount_cents', 'p.refunded_cents'])
      .where('b.id', '=', id)
      .executeTakeFirstOrThrow();
  const { amount_cents, refunded_cents } = await payment();
  await set(id, { status: 'cancelled', seenStatus: consequence.from });
  expect((await payment()).status).toBe('refunding');
  expect(consequence.refundCents).toBe(amount_cents - refunded_cents);
  expect(await preview(id, 'cancelled')).toMatchObject({ refundCents: 0, letter: 'none' });
});

test('another administrator’s change meanwhile is not overwritten; a repeat is no conflict', async () => {
  const { id } = await aBasicBooking();
  await set(id, { status: 'scheduled', seenStatus: 'pending' });
  const late = await set(id, { status: 'cancelled', seenStatus: 'pending' });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect((await set(id, { status: 'scheduled', seenStatus: 'pending' })).status).toBe(200);
  const repaid = await set(id, { status: 'cancelled', seenStatus: 'scheduled', seenPayment: 'custom_quote' });
  expect([repaid.status, repaid.body.code]).toEqual([409, 'conflict']);
  const { body } = await admin.call('readAnyBooking', { params: { id } });
  expect([body.status, body.statusChanges.length]).toEqual(['scheduled', 2]);
});

test('a change whose effects are no longer those that were shown is refused; a repeat is not', async () => {
  const { id, userId } = await aBasicBooking(4);
  const other = await aBooking(db, { user_id: userId, estimated_minutes: 240 });
  const seen = await preview(id, 'completed');
  expect(seen).toMatchObject({ usedHours: 4, overageHours: 0 });
  await set(other.id, { status: 'completed' });
  const late = await set(id, { status: 'completed', seenStatus: seen.from, seen });
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect((await admin.call('readAnyBooking', { params: { id } })).body.status).toBe('pending');
  const now = await preview(id, 'completed');
  expect(now).toMatchObject({ usedHours: 4, overageHours: 3 });
  const agreed = { status: 'completed', seenStatus: now.from, seen: now } as const;
  expect((await set(id, agreed)).status).toBe(200);
  expect((await set(id, agreed)).status).toBe(200);
});

test('another reason for the same hours is stored with the effects that were shown', async () => {
  const { id } = await aBasicBooking();
  await set(id, { status: 'completed', actualHours: 4, reason: 'The oven was burnt in.' });
  const seen = await preview(id, 'completed', 4);
  expect(seen.letter).toBe('none');
  const again = { status: 'completed', actualHours: 4, seenStatus: seen.from, seen } as const;
  expect((await set(id, { ...again, reason: 'The fridge had to be thawed, too.' })).status).toBe(200);
  expect(await letters(id), 'the customer is asked again').toBe(3);
  // A page that knows of the reason is shown the letter.
  const query = { status: 'completed', actualHours: 4, anotherReason: '1' } as const;
  const anew = (await admin.call('previewBookingStatus', { params: { id }, query })).body;
  expect(anew.letter).toBe('sent');
  const third = { ...again, seen: anew, reason: 'The freezer, too.' };
  expect((await set(id, third)).status).toBe(200);
  expect(await letters(id)).toBe(4);
  expect((await set(id, third)).status, 'a repeat').toBe(200);
});

test('every change of status is logged with the old one; a call without a change is not', async () => {
  const { id, userId } = await aBasicBooking();
  await set(id, { status: 'completed', actualHours: 1.5 });
  await set(id, { status: 'completed', actualHours: 1.5 });
  const acts = await db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id).execute();
  expect(acts).toMatchObject([{ act: 'booking_status_set', actor_id: adminId, user_id: userId }]);
  expect(JSON.parse(acts[0]?.details ?? '')).toEqual({
    from: 'pending',
    to: 'completed',
    fromMinutes: null,
    toMinutes: 90,
    refunded: false,
  });
});

test('a new status is told to the customer and the team after the commit', async () => {
  const { id, userId } = await aBasicBooking();
  const heard = recordChanges(server.deps);
  await set(id, { status: 'scheduled' });
  await set(id, { status: 'scheduled' });
  const ofBooking = heard.filter(({ keys }) => keys.includes(`/api/bookings/${id}`));
  expect(ofBooking.map(({ people }) => (people ? people.join() : 'admins'))).toEqual([userId, 'admins']);
});
