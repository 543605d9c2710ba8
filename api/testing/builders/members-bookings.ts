import type { BookingStatus } from '../../contract/schemas/bookings.ts';
import type { BookingTable } from '../../features/records/bookings/bookings.table.ts';
import { readBalance } from '../../features/records/hours/hours.service.ts';
import type { TestServer } from '../servers/server.ts';
import { aBooking, anAdmin, aPlan, aService, aUser } from './builders.ts';

/** The first time of a test's clock. */
export const today = '2026-11-20T02:00:00.000Z';
/** 9:30 on 2 December in Sydney. */
export const scheduled_date = '2026-12-01T22:30:00.000Z';

/** A person with a booking, and their signed-in client. */
export async function aMemberWithABooking(server: TestServer) {
  const user = await aUser(server.deps.db);
  const { id: bookingId } = await aBooking(server.deps.db, { user_id: user.id });
  return { user, bookingId, client: await server.as(user) };
}

/** Makes members' bookings, with the acts of their customers and of the team, for tests of changing plans. */
export async function startMembersBookings(server: TestServer) {
  const { db } = server.deps;
  const { id: serviceId } = await aService(db);

  /** A two-hour booking of a member with the Standard plan (12 hours), or of a person without a plan. */
  async function aMembersBooking(given: Partial<BookingTable> = {}, plan: 'plan' | 'no plan' = 'plan') {
    const user = await aUser(db);
    if (plan === 'plan')
      await aPlan(db, { user_id: user.id, current_period_end: '2026-12-31T00:00:00.000Z' });
    const { id } = await aBooking(db, {
      user_id: user.id,
      service_id: serviceId,
      status: 'scheduled',
      scheduled_date,
      estimated_minutes: 120,
      ...given,
    });
    const client = await server.as(user);
    const params = { id };
    const life = async () => {
      const { body } = await client.call('readBooking', { params });
      return body.statusChanges.map((change) => change.to);
    };
    const hours = async () => {
      const { usedThisPeriodMinutes, remainingMinutes } = await readBalance(
        db,
        user.id,
        server.clock.now().toISOString(),
      );
      return [usedThisPeriodMinutes / 60, remainingMinutes / 60];
    };
    return {
      id,
      user,
      params,
      client,
      life,
      hours,
      read: async () => (await client.call('readBooking', { params })).body,
      move: (to: string, over: { expectedDate?: string | null } = {}, idempotencyKey?: string) =>
        client.call('rescheduleBooking', {
          params,
          body: { scheduledDate: to, ...over },
          ...(idempotencyKey && { idempotencyKey }),
        }),
      /** `seen`: the other terms that the app says were shown. */
      cancel: (
        outcome: string,
        idempotencyKey?: string,
        seen: { amountCents?: number; hours?: number } = {},
      ) =>
        client.call('cancelBooking', {
          params,
          body: { outcome, ...seen },
          ...(idempotencyKey && { idempotencyKey }),
        }),
    };
  }

  const setStatus = async (id: string, status: BookingStatus, actualHours?: number) =>
    (await server.as(await anAdmin(db))).call('setBookingStatus', {
      params: { id },
      body: { status, ...(actualHours === undefined ? {} : { actualHours }) },
    });

  return { aMembersBooking, setStatus };
}
