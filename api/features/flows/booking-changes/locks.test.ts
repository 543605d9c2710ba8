import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, personOf } from '../../../core/person.ts';
import { isPostgres, openDatabase } from '../../../db/open.ts';
import { DatabaseUnavailable } from '../../../db/unavailable.ts';
import { aBooking, anAdmin, aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aLeaver } from '../../../testing/builders/leaver.ts';
import { grantUpgrade } from '../../../testing/builders/upgrades.ts';
import { readUses } from '../../../testing/builders/uses.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { lockBooking, updateBooking } from '../../records/bookings/bookings.repository.ts';
import { planPaid } from '../../records/bookings/unpaid/plan-paid.service.ts';
import { clearUnpaid } from '../../records/bookings/unpaid/unpaid.repository.ts';
import { letUnpaidGo } from '../../records/bookings/unpaid/unpaid.service.ts';
import { holdLedger, settleBooking } from '../../records/hours/hours.service.ts';
import { previewBookingStatus } from './status.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// SQLite has one writer at a time.
const onPostgres = test.runIf(process.env.TEST_DATABASE === 'postgres');

onPostgres(
  'a change of a booking and a simultaneous grant to its member wait in turn, without a deadlock',
  async () => {
    const { db } = server.deps;
    const now = '2026-11-20T02:00:00.000Z';
    const { id: userId } = await aUser(db);
    const plan = await aPlan(db, { user_id: userId, tier: 'basic' });
    const { id: bookingId } = await aBooking(db, { user_id: userId, status: 'completed' });
    const use = { userId, bookingId, usedAt: now, now };
    await db.transaction().execute((tx) => settleBooking(tx, { ...use, minutes: 6.5 * 60 }));
    expect((await readUses(db, bookingId)).overageMinutes).toBe(90);

    const [booking, member] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = db.transaction().execute(async (tx) => {
      await lockBooking(tx, bookingId);
      booking.resolve();
      await member.promise;
      await settleBooking(tx, { ...use, minutes: 6 * 60 });
    });
    const granting = db.transaction().execute(async (tx) => {
      await booking.promise;
      await holdLedger(tx, userId);
      member.resolve();
      // Covers the booking’s overage, in entries that name the booking.
      await grantUpgrade(tx, plan, { now });
    });
    await Promise.all([changing, granting]);
    expect(await readUses(db, bookingId)).toEqual({ usedMinutes: 360, overageMinutes: 0 });
  },
);

const now = '2026-11-20T02:00:00.000Z';
const visit = '2026-11-26T22:30:00.000Z';

/** A member of the Basic plan, whose booking has been unpaid since `unpaidSince`. */
async function aWaiting(unpaidSince: string) {
  const { db } = server.deps;
  server.clock.set(now);
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id, tier: 'basic' });
  const { id } = await aBooking(db, { user_id: user.id, scheduled_date: visit, unpaid_since: unpaidSince });
  const client = await server.as(user);
  const admin = await server.as(await anAdmin(db));
  return { user, id, params: { id }, client, admin };
}

/** Waits until this many connections wait for a lock. */
const waiting = (connections: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db);
      return rows.length;
    })
    .toBe(connections);

for (const [who, unpaidSince] of [
  ['its member lets the plan pay for it', '2026-11-20T01:00:00.000Z'],
  ['unpaid bookings are being cancelled', '2026-11-19T01:00:00.000Z'],
] as const)
  onPostgres(
    `a booking paid a moment ago can be cancelled, moved and completed while ${who}, without a deadlock`,
    async () => {
      const { db } = server.deps;
      for (const change of ['cancel', 'move', 'complete'] as const) {
        const { user, id, params, client, admin } = await aWaiting(unpaidSince);
        const changes = {
          cancel: () => client.call('cancelBooking', { params, body: { outcome: 'release' } }),
          move: () =>
            client.call('rescheduleBooking', { params, body: { scheduledDate: '2026-11-27T22:30:00.000Z' } }),
          complete: () => admin.call('setBookingStatus', { params, body: { status: 'completed' } }),
        };
        const begun: Promise<{ status: number } | undefined>[] = [];
        await db.transaction().execute(async (tx) => {
          await holdLedger(tx, user.id);
          begun.push(
            unpaidSince > '2026-11-20'
              ? client.call('payWaitingBooking', { params, body: {} })
              : letUnpaidGo(server.deps, new AbortController().signal).then(() => undefined),
          );
          await waiting(1);
          await clearUnpaid(tx, [id], now);
          begun.push(changes[change]());
          await waiting(2);
        });
        const [paid, changed] = await Promise.all(begun);
        // A booking that was cancelled or completed first can no longer be paid.
        expect([200, 409], change).toContain(paid?.status ?? 200);
        expect(changed?.status, change).toBe(200);
      }
    },
  );

onPostgres('simultaneous pay, cancel, move and status change end without a failure', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { params, client, admin } = await aWaiting('2026-11-20T01:00:00.000Z');
    const scheduledDate = '2026-11-27T22:30:00.000Z';
    const body = {};
    const answers = await Promise.all([
      client.call('payWaitingBooking', { params, body }),
      client.call('cancelBooking', { params, body: { outcome: 'release' } }),
      client.call('payWaitingBooking', { params, body }),
      client.call('rescheduleBooking', { params, body: { scheduledDate } }),
      admin.call('setBookingStatus', { params, body: { status: 'completed' } }),
      client.call('payWaitingBooking', { params, body }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});

onPostgres('an unpaid booking can be reopened by the team while its member’s hours are locked', async () => {
  const { db } = server.deps;
  const { user, params, client, admin } = await aWaiting('2026-11-20T01:00:00.000Z');
  await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  await db.transaction().execute(async (tx) => {
    await holdLedger(tx, user.id);
    const taken = await admin.call('setBookingStatus', { params, body: { status: 'pending' } });
    expect(taken.status).toBe(200);
  });
  const read = await client.call('readBooking', { params });
  expect(read.body).toMatchObject({ status: 'pending', unpaidUntil: '2026-11-21T02:00:00.000Z' });
});

onPostgres(
  'the team writes to a customer who has asked to leave while it changes their booking',
  async () => {
    const { db } = server.deps;
    for (const change of ['status', 'move'] as const) {
      server.clock.set(now);
      const { user, ask } = await aLeaver(server);
      expect((await ask()).status).toBe(200);
      const { id } = await aBooking(db, { user_id: user.id, scheduled_date: visit });
      const team = await server.as(await anAdmin(db));
      const params = { id };
      const changes = {
        status: () => team.call('setBookingStatus', { params, body: { status: 'scheduled' } }),
        move: () =>
          team.call('moveBooking', {
            params,
            body: { scheduledDate: '2026-11-27T22:30:00.000Z', expectedDate: visit },
          }),
      };
      const begun: Promise<{ status: number }>[] = [];
      await db.transaction().execute(async (tx) => {
        await holdGone(tx, user.id);
        begun.push(team.call('sendMessage', { body: { bookingId: id, message: 'See you soon' } }));
        await waiting(1);
        begun.push(changes[change]());
        await waiting(2);
      });
      expect(
        (await Promise.all(begun)).map(({ status }) => status),
        change,
      ).toEqual([200, 200]);
    }
  },
);

onPostgres(
  'a transaction that the database has ended because of another one may be tried again',
  async () => {
    // PostgreSQL's own clock decides when it looks for a deadlock, and it never does on a machine of another date.
    for (const code of ['40P01', '40001']) {
      const statement = `do $$ begin raise exception 'ended' using errcode = '${code}'; end $$`;
      await expect(sql.raw(statement).execute(server.deps.db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    }
  },
);

test('a booking cancelled while its plan is being paid stays unpaid, and the next one gets its hours', async () => {
  const { db } = server.deps;
  const { user, id, params, client, admin } = await aWaiting('2026-11-20T01:00:00.000Z');
  await updateBooking(db, id, { estimated_minutes: 300 });
  const next = await aBooking(db, {
    user_id: user.id,
    scheduled_date: visit,
    estimated_minutes: 300,
    unpaid_since: '2026-11-20T01:30:00.000Z',
  });
  const { paying } = await db.transaction().execute(async (tx) => {
    await lockBooking(tx, id);
    const paying = db.transaction().execute((other) => planPaid(other, user.id, now));
    if (isPostgres(db)) await waiting(1);
    await updateBooking(tx, id, { status: 'cancelled' });
    return { paying };
  });
  expect(await paying).toEqual([next.id]);
  await admin.call('setBookingStatus', { params, body: { status: 'pending' } });
  const read = await client.call('readBooking', { params });
  expect(read.body).toMatchObject({ status: 'pending', unpaidUntil: '2026-11-21T02:00:00.000Z' });
});

test('the preview of a status waits for no other change of the booking or of its member’s hours', async () => {
  const { user, id } = await aWaiting('2026-11-20T01:00:00.000Z');
  await server.deps.db.transaction().execute((tx) => clearUnpaid(tx, [id], now));
  const admin = personOf((await anAdmin(server.deps.db)).id, administrator);
  // Another process: SQLite’s own turns would keep a preview of this one waiting.
  const other = openDatabase(server.deps.env.DATABASE_URL);
  const shown = await other.transaction().execute(async (tx) => {
    await lockBooking(tx, id);
    await holdGone(tx, user.id);
    await holdLedger(tx, user.id);
    await updateBooking(tx, id, { status: 'cancelled' });
    return previewBookingStatus(server.deps, admin, id, { status: 'completed' });
  });
  await other.destroy();
  expect(shown).toMatchObject({ from: 'pending', usedHours: 3 });
});
