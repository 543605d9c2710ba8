import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, aPlan, aUser } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { grantForInvoice, holdLedger, readUses, settleBooking } from '../hours/hours.service.ts';
import { lockBooking } from './bookings.repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// SQLite has one writer at a time.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'who changes a booking and who grants its member hours meanwhile wait in turn, not for each other',
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
      // Covers what the booking has used past the balance, in entries that name it.
      await grantForInvoice(tx, {
        userId,
        subscriptionId: plan.id,
        invoiceId: `in_${randomUUID()}`,
        kind: 'upgrade',
        tier: 'deluxe',
        minutes: 480,
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-12-01T00:00:00.000Z',
        timeZone: 'Australia/Sydney',
        now,
      });
    });
    await Promise.all([changing, granting]);
    expect(await readUses(db, bookingId)).toEqual({ usedMinutes: 360, overageMinutes: 0 });
  },
);
