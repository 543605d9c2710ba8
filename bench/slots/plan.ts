import { randomUUID } from 'node:crypto';
import { daysLater, wallDay } from '../../api/core/wall-clock.ts';
import type { Db } from '../../api/db/database.ts';
import { aCategory, aService, aUser } from '../../api/testing/builders/builders.ts';
import { aWorker } from '../../api/testing/builders/crew.ts';
import { insert } from '../business/rows.ts';

export const zone = 'Australia/Sydney';
/** Noon of a Friday in Sydney; the first day is the Monday after it. */
export const now = new Date('2026-11-20T01:00:00.000Z');
export const firstDay = '2026-11-23';
/** Of Sydney and around it. */
const postcodes = ['2000', '2010', '2026', '2040', '2042', '2060', '2088', '2150', '2203', '2204'];

const minuteMs = 60_000;

/**
 * A plan of so many workers with so many visits: some each day of the next 60, the rest before them.
 * @param perDay visits of a worker on each of the next 60 days, of 90 minutes, or shorter where so many fill the day
 */
export async function fillPlan(db: Db, size: { workers: number; bookings: number; perDay: number }) {
  const { workers, bookings, perDay } = size;
  const category = await aCategory(db);
  const service = await aService(db, { category_id: category.id, estimated_minutes: 90 });
  const user = await aUser(db);
  const crew: string[] = [];
  /** Of the first day. */
  let bookingIds: string[] = [];
  for (let n = 0; n < workers; n += 1) {
    const areas = n % 2 ? postcodes.filter((_, place) => (place + n) % 3 > 0) : [];
    const { id } = await aWorker(db, { categoryIds: [category.id], postcodes: areas });
    crew.push(id);
  }
  // The day from 8 to 18, in equal parts with travel between them.
  const partMinutes = Math.floor(600 / perDay / 15) * 15;
  const lasts = Math.min(90, Math.max(15, partMinutes - 45)) * minuteMs;
  const days = Math.ceil(bookings / (workers * perDay));
  for (let day = 60 - days; day < 60; day += 1) {
    const opens = wallDay(daysLater(firstDay, day), zone).at(480, 'earlier');
    const visits = crew.flatMap((worker_id, n) =>
      Array.from({ length: perDay }, (_, place) => {
        const start = opens + (place * partMinutes + 15 * ((n + day) % 3)) * minuteMs;
        const booking_id = randomUUID();
        const starts_at = new Date(start).toISOString();
        const visit = {
          ...{ id: randomUUID(), worker_id, booking_id, hold_id: null, starts_at },
          ends_at: new Date(start + lasts).toISOString(),
          postcode: postcodes[(n + place + day) % postcodes.length] ?? null,
        };
        return visit;
      }),
    );
    await insert(
      db,
      'bookings',
      visits.map(({ booking_id, starts_at }) => ({
        ...{ id: booking_id, user_id: user.id, service_id: service.id, service_name: null },
        ...{ status: 'scheduled' as const, payment_type: 'subscription' as const, scheduled_date: starts_at },
        ...{ completed_date: null, estimated_minutes: 90, actual_minutes: null, review: null, rating: null },
        ...{
          reviewed_at: null,
          price_cents: null,
          payment_id: null,
          unpaid_since: null,
          time_taken: null,
          client_id: null,
        },
        ...{ created_at: starts_at, updated_at: starts_at },
      })),
    );
    await insert(db, 'planned_visits', visits);
    if (day === 0) bookingIds = visits.map(({ booking_id }) => booking_id);
  }
  return { service, userId: user.id, postcodes, bookingIds };
}
