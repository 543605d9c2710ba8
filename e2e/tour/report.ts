import { aBooking, aMessage, aUser } from '../../api/testing/builders/builders.ts';
import { aChat, aPayment } from '../month.ts';
import { aQuote, aRequest } from '../requests.ts';
import type { RunningServer } from '../server.ts';
import type { View } from './view.ts';

/** The team's report of a month with all kinds of events, and of one without any. */
export async function reportViews(server: RunningServer): Promise<View[]> {
  // The present month may have just begun; the one before is complete.
  const month = new Date(Date.now() - 31 * dayMs).toISOString().slice(0, 7);
  await aMonthsWork(server, `${month}-03T00:00:00.000Z`, 9);
  await aMonthsWork(server, new Date(Date.parse(`${month}-03T00:00:00.000Z`) - 31 * dayMs).toISOString(), 5);
  const admin = (name: string, path: string, state?: View['state']): View => ({
    name,
    path,
    as: 'admin',
    ...(state && { state }),
  });
  return [
    admin('report', `/admin/report?month=${month}`),
    admin('report-nothing', '/admin/report?month=2024-02'),
    admin('report-loading', '/admin/report', 'loading'),
    admin('report-error', '/admin/report', 'error'),
  ];
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Adds some of every kind of event, each a day after the other, so many times. */
async function aMonthsWork(server: RunningServer, from: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const begin = Date.parse(from) + n * dayMs;
    const at = (minutes: number) => new Date(begin + minutes * minuteMs).toISOString();
    const requestId = await aRequest(server, { minutesAgo: Math.round((Date.now() - begin) / minuteMs) });
    const cents = 24_000 + n * 9_500;
    const quoteId = await aQuote(server, requestId, { amountCents: cents });
    await server.rows(async (db) => {
      await db
        .updateTable('custom_requests')
        .set({ answered_at: n % 4 === 3 ? null : at(20 + n * 25), state: 'answered' })
        .where('booking_id', '=', requestId)
        .execute();
      const user = await aUser(db);
      const service = await db
        .selectFrom('services')
        .select('id')
        .where('price_cents', 'is not', null)
        .orderBy('position')
        .offset(n)
        .limit(1)
        .executeTakeFirstOrThrow();
      const booking = await aBooking(db, {
        user_id: user.id,
        service_id: service.id,
        status: 'completed',
        scheduled_date: at(600),
        rating: 3 + (n % 3),
        review: 'Neat',
        reviewed_at: at(900),
      });
      await aMessage(db, { booking_id: booking.id, created_at: at(10) });
      await aMessage(db, { booking_id: booking.id, sender_type: 'admin', created_at: at(15 + n * 90) });
    });
    await aPayment(server, { at: at(60), cents: 18_900, refundedCents: n === 2 ? 9_450 : 0 });
    await aPayment(server, { at: at(60), cents, refundedCents: n === 1 ? 12_000 : 0, quoteId });
    await aChat(server, { at: at(3), answeredAfter: 1 + n * 6 });
  }
}
