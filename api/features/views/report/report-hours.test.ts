import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HoursLine } from '../../../contract/schemas/hours.ts';
import type { Report } from '../../../contract/schemas/report.ts';
import { monthBounds } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aPlan, aUser } from '../../../testing/builders/builders.ts';
import { firstVersion } from '../../../testing/builders/first-version.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { grantGiven } from '../../records/hours/given.service.ts';
import { grantForInvoice, settleBooking } from '../../records/hours/hours.service.ts';
import { settleDisputedHours, settleRefundedHours } from '../../records/hours/withdrawn/withdrawn.service.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  ({ server, db, admin } = await startOffice());
});
beforeEach(async () => {
  server.clock.set('2026-12-20T00:00:00.000Z');
  await db.deleteFrom('hour_entries').execute();
  await db.deleteFrom('hour_grants').execute();
});
afterAll(() => server.close());

const report = async (month: string): Promise<Report> =>
  (await admin.call('readReport', { query: { month } })).body;

/** The totals of members’ own statements in a month, by kind. */
async function byStatements(members: Client[], { from, to }: { from: string; to: string }) {
  const sum = { granted: 0, given: 0, used: 0, expired: 0, withdrawn: 0, overage: 0 };
  for (const member of members) {
    const { body } = await member.call('listHoursStatement', { query: {} });
    for (const { kind, at, hours, grant } of body as HoursLine[]) {
      if (at < from || at >= to) continue;
      if (kind === 'granted' || kind === 'upgrade') sum.granted += hours;
      if (kind === 'given') sum.given += hours;
      if (kind === 'expired') sum.expired -= hours;
      if ((kind === 'used' || kind === 'taken_back') && grant) sum.used -= hours;
      if (kind === 'frozen' || kind === 'refunded') sum.withdrawn -= hours;
      if (kind === 'overage') sum.overage -= hours;
    }
  }
  return sum;
}

test('a month’s hours equal the sum of its members’ statements, month after month', async () => {
  const members: Client[] = [];
  for (const tier of ['standard', 'basic'] as const) {
    const user = await aUser(db);
    members.push(await server.as(user));
    const plan = await aPlan(db, {
      user_id: user.id,
      tier,
      current_period_start: '2026-06-10T00:00:00.000Z',
      current_period_end: '2026-07-10T00:00:00.000Z',
    });
    const grant = (periodStart: string, periodEnd: string) =>
      db.transaction().execute((tx) =>
        grantForInvoice(tx, {
          userId: user.id,
          subscriptionId: plan.id,
          invoiceId: `in_${randomUUID()}`,
          kind: 'period',
          version: firstVersion(tier),
          minutes: tier === 'standard' ? 720 : 300,
          periodStart,
          periodEnd,
          timeZone: 'Australia/Sydney',
          now: periodStart,
        }),
      );
    const settle = async (minutes: number, usedAt: string, now = usedAt, id?: string) => {
      const bookingId = id ?? (await aBooking(db, { user_id: user.id, scheduled_date: usedAt })).id;
      await db
        .transaction()
        .execute((tx) => settleBooking(tx, { userId: user.id, bookingId, minutes, usedAt, now }));
      return bookingId;
    };
    const june = await settle(180, '2026-06-20T00:00:00.000Z');
    await grant('2026-07-10T00:00:00.000Z', '2026-08-10T00:00:00.000Z');
    const july = await settle(900, '2026-07-12T00:00:00.000Z');
    // Corrected after the first grant has expired, on 10 October in Sydney.
    await settle(60, '2026-06-20T00:00:00.000Z', '2026-10-20T00:00:00.000Z', june);
    await settle(600, '2026-07-12T00:00:00.000Z', '2026-11-05T00:00:00.000Z', july);
    await settle(120, '2026-11-20T00:00:00.000Z');
  }
  const months = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'];
  for (const month of months) {
    const { hours } = await report(month);
    expect(hours, month).toEqual(await byStatements(members, monthBounds(month, 'Australia/Sydney')));
  }
  expect((await report('2026-06')).hours).toEqual({
    ...{ granted: 17, given: 0, used: 6, expired: 0 },
    ...{ withdrawn: 0, overage: 0 },
  });
  expect((await report('2026-10')).hours.expired).not.toBe(0);
});

test('a month’s hours tell what disputes and refunds took, and what came back', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const plan = await aPlan(db, {
    user_id: user.id,
    current_period_start: '2026-09-15T00:00:00.000Z',
    current_period_end: '2026-10-15T00:00:00.000Z',
  });
  const { id: invoiceId } = await db
    .selectFrom('invoices')
    .select('id')
    .where('subscription_id', '=', plan.id)
    .executeTakeFirstOrThrow();
  const refund = (refunded_cents: number, now: string) =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('invoices').set({ refunded_cents }).where('id', '=', invoiceId).execute();
      await settleRefundedHours(tx, { userId: user.id, now });
    });
  const dispute = (state: 'open' | 'won', now: string) =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('disputes').where('invoice_id', '=', invoiceId).execute();
      await tx
        .insertInto('disputes')
        .values({
          ...{ id: randomUUID(), provider_id: `du_${invoiceId}`, intent_id: 'pi_1', user_id: user.id },
          ...{
            payment_id: null,
            booking_id: null,
            invoice_id: invoiceId,
            amount_cents: 1,
            reason: 'general',
          },
          ...{ state, answer_by: null, created_at: now, updated_at: now, closed_at: null },
        })
        .execute();
      await settleDisputedHours(tx, { userId: user.id, invoiceId, now });
    });
  await refund(35_025, '2026-09-20T00:00:00.000Z');
  await dispute('open', '2026-10-02T00:00:00.000Z');
  await refund(70_050, '2026-10-03T00:00:00.000Z');
  await dispute('won', '2026-11-02T00:00:00.000Z');
  await refund(0, '2026-12-02T00:00:00.000Z');
  const withdrawn = [];
  for (const month of ['2026-09', '2026-10', '2026-11', '2026-12']) {
    const { hours } = await report(month);
    expect(hours, month).toEqual(await byStatements([client], monthBounds(month, 'Australia/Sydney')));
    expect(hours.used, month).toBe(0);
    withdrawn.push(hours.withdrawn);
  }
  const [september = 0, october = 0, ...rest] = withdrawn;
  expect(september, 'a quarter').toBeCloseTo(3, 1);
  expect(september + october, 'frozen').toBe(12);
  expect(rest.map((hours) => Math.round(hours))).toEqual([-6, -6]);
});

test('hours that expire later this month have not expired yet', async () => {
  const user = await aUser(db);
  await aPlan(db, {
    user_id: user.id,
    current_period_start: '2026-08-15T00:00:00.000Z',
    current_period_end: '2026-09-15T00:00:00.000Z',
  });
  server.clock.set('2026-12-14T12:00:00.000Z');
  expect((await report('2026-12')).hours.expired).toBe(0);
  server.clock.set('2026-12-16T12:00:00.000Z');
  expect((await report('2026-12')).hours.expired).toBe(12);
});

test('hours that the team gave stand apart from those of plans', async () => {
  const user = await aUser(db);
  await aPlan(db, {
    user_id: user.id,
    current_period_start: '2026-04-15T00:00:00.000Z',
    current_period_end: '2026-05-15T00:00:00.000Z',
  });
  const before = (await report('2026-04')).hours;
  await db.transaction().execute((tx) =>
    grantGiven(tx, {
      ...{ userId: user.id, minutes: 90, reason: 'We came late.', givenBy: user.id, key: null },
      ...{ expiresAt: '2026-12-31T12:59:59.999Z', now: '2026-04-20T00:00:00.000Z' },
    }),
  );
  expect((await report('2026-04')).hours).toEqual({ ...before, given: before.given + 1.5 });
});
