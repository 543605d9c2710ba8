import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../../db/database.ts';
import { aBooking, aSubscription, aUser } from '../../../../testing/builders/builders.ts';
import { firstVersion } from '../../../../testing/builders/first-version.ts';
import { anInvoice } from '../../../../testing/builders/invoices.ts';
import { readUses } from '../../../../testing/builders/uses.ts';
import { type TestDatabase, testDatabase } from '../../../../testing/databases/database.ts';
import {
  grantForInvoice,
  isPeriodGranted,
  readBalance,
  readLastPaidPeriod,
  settleBooking,
} from '../hours.service.ts';
import { settleDisputedHours, settleRefundedHours } from './withdrawn.service.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

const now = '2026-11-20T00:00:00.000Z';
const period = { periodStart: '2026-11-05T00:00:00.000Z', periodEnd: '2026-12-05T00:00:00.000Z' };
const h = (hours: number) => hours * 60;

/** A member whose invoice of $100 pays for 12 hours of November. */
async function aMember({ refundedCents = 0, granted = true } = {}) {
  const { id: userId } = await aUser(db);
  const { id: subscriptionId } = await aSubscription(db, { user_id: userId });
  const plan = { user_id: userId, subscription_id: subscriptionId };
  const paid = { amount_paid_cents: 10_000, refunded_cents: refundedCents };
  const { id: invoiceId } = await anInvoice(db, { ...plan, ...paid });
  const grant = () =>
    db.transaction().execute((tx) =>
      grantForInvoice(tx, {
        ...{ userId, subscriptionId, invoiceId, ...period, now },
        ...{
          kind: 'period',
          version: firstVersion('standard'),
          minutes: h(12),
          timeZone: 'Australia/Sydney',
        },
      }),
    );
  if (granted) await grant();
  const work = async (minutes: number, id?: string) => {
    const bookingId = id ?? (await aBooking(db, { user_id: userId })).id;
    const use = { userId, bookingId, minutes, usedAt: now, now };
    await db.transaction().execute((tx) => settleBooking(tx, use));
    return bookingId;
  };
  return {
    userId,
    invoiceId,
    grant,
    work,
    async refund(cents: number, at = now, kept?: number) {
      const set = { refunded_cents: cents, ...(kept !== undefined && { hours_kept_cents: kept }) };
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('invoices').set(set).where('id', '=', invoiceId).execute();
        await settleRefundedHours(tx, { userId, now: at });
      });
    },
    async dispute(state: 'open' | 'won' | 'lost') {
      const row = { user_id: userId, payment_id: null, booking_id: null, invoice_id: invoiceId, state };
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('disputes')
          .values({
            ...row,
            ...{ id: randomUUID(), provider_id: `du_${invoiceId}`, intent_id: `pi_${invoiceId}` },
            ...{ amount_cents: 10_000, reason: 'general', answer_by: null, closed_at: null },
            ...{ created_at: now, updated_at: now },
          })
          .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ state }))
          .execute();
        await settleDisputedHours(tx, { userId, invoiceId, now });
      });
    },
    async left(at = now) {
      return (await readBalance(db, userId, at)).remainingMinutes / 60;
    },
    entries: () =>
      db.selectFrom('hour_entries').selectAll().where('user_id', '=', userId).orderBy('seq').execute(),
  };
}

test('a refund takes its share of the unused hours, and gives back what fails', async () => {
  const member = await aMember();
  const done = await member.work(h(4));
  await member.refund(5_000);
  expect(await member.left(), '4 of the 8 unused hours go').toBe(4);
  await member.refund(7_500);
  expect(await member.left(), 'a quarter more: 2 go').toBe(2);
  await member.refund(5_000);
  expect(await member.left(), 'that refund has failed: 2 return').toBe(4);
  await member.refund(10_000);
  expect(await member.left()).toBe(0);
  expect(await readUses(db, done), 'the used hours stand').toEqual({
    usedMinutes: h(4),
    overageMinutes: 0,
  });
});

test('a refund that is read again changes nothing', async () => {
  const member = await aMember();
  await member.refund(3_333);
  expect(await member.left(), 'a third, to the minute').toBe(8);
  const before = await member.entries();
  for (let round = 0; round < 3; round += 1) await member.refund(3_333);
  expect(await member.entries()).toEqual(before);
});

test('hours used after a refund are not taken again by a repeat', async () => {
  const member = await aMember();
  await member.refund(5_000);
  const after = await member.work(h(5));
  await member.refund(5_000);
  expect(await member.left()).toBe(1);
  await member.work(0, after);
  expect(await member.left(), 'the hours that a refund left come back whole').toBe(6);
});

test('hours that were granted after their refund lose the share before they cover overage', async () => {
  const member = await aMember({ refundedCents: 5_000, granted: false });
  const done = await member.work(h(8));
  await member.grant();
  expect(await readUses(db, done)).toEqual({ usedMinutes: h(8), overageMinutes: h(2) });
  expect(await member.left()).toBe(0);
});

test('hours that a booking returns lose the share that was refunded', async () => {
  const member = await aMember();
  const done = await member.work(h(4));
  await member.refund(5_000);
  await member.work(0, done);
  expect(await member.left(), 'half of all 12').toBe(6);
  await member.refund(0);
  expect(await member.left(), 'the refund has failed').toBe(12);
});

test('a correction of work done leaves its hours to it', async () => {
  const member = await aMember();
  const done = await member.work(h(4));
  await member.refund(10_000);
  await member.work(h(3), done);
  expect(await readUses(db, done)).toEqual({ usedMinutes: h(3), overageMinutes: 0 });
  expect(await member.left(), 'the returned hour goes').toBe(0);
});

test('hours that come back cover overage', async () => {
  const member = await aMember();
  await member.refund(10_000);
  const done = await member.work(h(3));
  expect(await readUses(db, done)).toEqual({ usedMinutes: h(3), overageMinutes: h(3) });
  await member.refund(5_000);
  expect(await readUses(db, done)).toEqual({ usedMinutes: h(3), overageMinutes: 0 });
  expect(await member.left()).toBe(3);
});

test('a refund during a dispute takes its share when the hours come back', async () => {
  const member = await aMember();
  const done = await member.work(h(4));
  await member.refund(2_500);
  expect(await member.left()).toBe(6);
  await member.dispute('open');
  await member.refund(5_000);
  expect(await member.left()).toBe(0);
  const open = await member.work(h(13));
  expect(await readUses(db, open)).toEqual({ usedMinutes: h(13), overageMinutes: h(13) });
  await member.work(0, open);
  await member.dispute('won');
  expect(await member.left(), 'half of the 8 unused').toBe(4);
  expect(await readUses(db, done)).toEqual({ usedMinutes: h(4), overageMinutes: 0 });
});

test('a refund that fails during a dispute gives nothing back before the decision', async () => {
  const member = await aMember();
  await member.refund(5_000);
  await member.dispute('open');
  await member.refund(0);
  expect(await member.left()).toBe(0);
  await member.dispute('won');
  expect(await member.left()).toBe(12);
});

test('a lost dispute counts as refunded, and its hours stay frozen', async () => {
  const member = await aMember();
  const done = await member.work(h(4));
  await member.dispute('open');
  await member.dispute('lost');
  await member.refund(10_000);
  expect(await member.left()).toBe(0);
  await member.work(0, done);
  const kinds = (await member.entries()).map(({ kind }) => kind);
  expect(kinds).toEqual(['grant', 'use', 'frozen', 'reversal', 'frozen']);
});

test('hours that the team leaves to the member come back, and a later refund takes its own share', async () => {
  const member = await aMember();
  await member.refund(5_000);
  await member.refund(5_000, now, 5_000);
  expect(await member.left()).toBe(12);
  const done = await member.work(h(4));
  await member.work(0, done);
  expect(await member.left(), 'returned hours are left, too').toBe(12);
  await member.refund(7_500);
  expect(await member.left(), 'a quarter of 12').toBe(9);
});

test('the hours of a grant that has expired are left alone', async () => {
  const member = await aMember();
  const before = await member.entries();
  await member.refund(5_000, '2027-06-01T00:00:00.000Z');
  expect(await member.entries()).toEqual(before);
});

test('the share is that of the sum that the card paid, where a credit paid the rest', async () => {
  const { userId, invoiceId, refund } = await aMember();
  await db.updateTable('invoices').set({ amount_paid_cents: 6000 }).where('id', '=', invoiceId).execute();
  const left = async () => (await readBalance(db, userId, now)).remainingMinutes;
  await refund(3000);
  expect(await left()).toBe(h(6));
  await refund(6000);
  expect(await left()).toBe(0);
});

test('a period of 0 minutes was not paid for', async () => {
  const { userId, invoiceId } = await aMember();
  const { subscription_id } = await db
    .selectFrom('hour_grants')
    .select('subscription_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const subscriptionId = subscription_id ?? '';
  const [periodStart, periodEnd] = ['2026-12-05T00:00:00.000Z', '2027-01-05T00:00:00.000Z'];
  await db.transaction().execute((tx) =>
    grantForInvoice(tx, {
      ...{ userId, subscriptionId, invoiceId: randomUUID(), periodStart, periodEnd, now },
      ...{ kind: 'period', version: firstVersion('premium'), minutes: 0, timeZone: 'Australia/Sydney' },
    }),
  );
  expect(await readLastPaidPeriod(db, userId, '2026-12-20T00:00:00.000Z')).toMatchObject({
    version: { id: 'standard' },
    end: period.periodEnd,
  });
  expect(await isPeriodGranted(db, { subscriptionId, periodEnd })).toBe(false);
  expect(await isPeriodGranted(db, { subscriptionId, periodEnd: period.periodEnd })).toBe(true);
});
