import { bookingStatuses } from '../../../contract/schemas/bookings.ts';
import { type Report, type Responses, revenueSources, waitSteps } from '../../../contract/schemas/report.ts';
import { monthBounds } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import {
  chatWaits,
  countBookings,
  countRatings,
  requestWaits,
  sumEntries,
  sumExpired,
  sumExpiredSince,
  sumInvoices,
  sumPayments,
  threadWaits,
  type Waits,
} from './report.repository.ts';

type Month = { from: string; to: string };

/**
 * The report of a month. It is computed afresh each time, each figure from its own index: bookings and reviews may
 * change long after their month, and stored figures would have to follow.
 * @param month a month of the business's calendar, such as 2026-11
 */
export async function readReport(deps: Pick<Deps, 'db' | 'clock' | 'env'>, month: string): Promise<Report> {
  const { db, clock, env } = deps;
  const bounds = monthBounds(month, env.BUSINESS_TIME_ZONE);
  const [revenue, hours, bookings, ratings, threads, requests, chats] = await Promise.all([
    readRevenue(db, bounds),
    readHours(db, bounds, clock.now().toISOString()),
    readBookings(db, bounds),
    readRatings(db, bounds),
    readWaits(db, threadWaits, bounds),
    readWaits(db, requestWaits, bounds),
    readWaits(db, chatWaits, bounds),
  ]);
  return { month, ...bounds, revenue, hours, bookings, ratings, responses: { threads, requests, chats } };
}

async function readRevenue(db: Db, month: Month): Promise<Report['revenue']> {
  const [[plans], payments] = await Promise.all([sumInvoices(db, month), sumPayments(db, month)]);
  return revenueSources.map((source) => {
    const sum = source === 'plans' ? plans : payments.find((row) => row.source === source);
    return {
      source,
      payments: sum?.payments ?? 0,
      paidCents: sum?.paid_cents ?? 0,
      refundedCents: sum?.refunded_cents ?? 0,
    };
  });
}

async function readHours(db: Db, month: Month, now: string): Promise<Report['hours']> {
  // Hours that expire later this month have not expired yet.
  const until = { from: month.from, to: month.to < now ? month.to : now };
  const [entries, expired, since] = await Promise.all([
    sumEntries(db, month),
    sumExpired(db, until),
    sumExpiredSince(db, month),
  ]);
  const sum = entries[0];
  const expiredMinutes = (expired[0]?.minutes ?? 0) + (since[0]?.minutes ?? 0);
  const withdrawn = (sum?.frozen ?? 0) + (sum?.refunded ?? 0) + (sum?.withdrawn_reversed ?? 0);
  return {
    granted: ((sum?.granted ?? 0) - (sum?.given ?? 0)) / 60,
    given: (sum?.given ?? 0) / 60,
    used: hours(-(sum?.used ?? 0) - (sum?.used_reversed ?? 0)),
    expired: hours(expiredMinutes),
    withdrawn: hours(-withdrawn),
    overage: hours(-(sum?.overage ?? 0) - (sum?.overage_reversed ?? 0)),
  };
}

/** `|| 0` avoids minus zero, which JSON does not keep. */
const hours = (minutes: number): number => minutes / 60 || 0;

async function readBookings(db: Db, month: Month): Promise<Report['bookings']> {
  const services = await countBookings(db, month);
  const byStatus = bookingStatuses.map((status) => ({
    status,
    count: services.reduce((sum, service) => sum + (service[status] ?? 0), 0),
  }));
  const categories = new Map<string, Report['bookings']['byCategory'][number]>();
  for (const { id, name, color, icon, ...counts } of services) {
    const category = categories.get(id) ?? { id, name, color, icon, count: 0 };
    for (const status of bookingStatuses) category.count += counts[status] ?? 0;
    categories.set(id, category);
  }
  return { byStatus, byCategory: [...categories.values()] };
}

async function readRatings(db: Db, month: Month): Promise<Report['ratings']> {
  const stars = [0, 0, 0, 0, 0];
  for (const { rating, n } of await countRatings(db, month)) if (rating) stars[rating - 1] = n;
  const count = stars.reduce((sum, n) => sum + n, 0);
  const sum = stars.reduce((total, n, index) => total + n * (index + 1), 0);
  return { average: count ? sum / count : null, stars };
}

const [a, b, c, d] = waitSteps;

async function readWaits(db: Db, of: Waits, month: Month): Promise<Responses> {
  const [found] = await of.count(db, { ...month, a: a * 60, b: b * 60, c: c * 60, d: d * 60 });
  const questions = found?.asked ?? 0;
  const answered = found?.answered ?? 0;
  const within = [found?.a ?? 0, found?.b ?? 0, found?.c ?? 0, found?.d ?? 0, answered];
  const waits = within.map((n, index) => n - (within[index - 1] ?? 0));
  return { asked: questions, answered, medianMinutes: await readMedian(db, of, month, answered), waits };
}

async function readMedian(db: Db, of: Waits, month: Month, answered: number): Promise<number | null> {
  if (!answered) return null;
  const rows = answered % 2 ? 1 : 2;
  const skip = Math.floor((answered - 1) / 2);
  const middle = await of.selectMiddle(db, { ...month, skip, rows });
  const sum = middle.reduce((total, row) => total + row.waited_seconds, 0);
  return sum / middle.length / 60;
}
