import type { BookingFilter, BookingsSummary } from '../../../contract/calls/admin-booking-calls.ts';
import { type BookingStatus, bookingStatuses } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import {
  selectCounts,
  selectOthersWithOpenWork,
  selectRunningPlans,
  selectScheduledCount,
  selectTeamsRunningPlans,
} from './admin-bookings.repository.ts';
import { countStatuses, searchFor } from './filter/filter.service.ts';

/** Counts under a filter stop here: nobody reads so many, and a count is not worth a wait. */
const countedTo = 1_000;

type Tab = BookingsSummary['tabs'][BookingStatus & keyof BookingsSummary['tabs']];

/**
 * The numbers of bookings: of the whole business, and by status under the filter without its own status. The first
 * are kept up to date by the database, the second count up to a thousand.
 */
export async function summariseBookings(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  person: Person,
  filter: BookingFilter,
): Promise<BookingsSummary> {
  const { db, clock, env } = deps;
  const zone = env.BUSINESS_TIME_ZONE;
  const today = dayOf(clock.now(), zone);
  const [counts, [scheduled], activeCustomers] = await Promise.all([
    readCounts(db),
    selectScheduledCount(db, { from: startOfDay(today, zone), until: startOfDay(today, zone, 1) }),
    person.permissions.has('customers.read') ? countActiveCustomers(db) : undefined,
  ]);
  const { status: _, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined && value !== '');
  const tabs = isNarrowed ? await countNarrowed(db, narrowing, zone) : exactly(counts);
  return {
    totalBookings: sumOf(Object.values(counts)),
    todayBookings: scheduled?.n ?? 0,
    ...(activeCustomers !== undefined && { activeCustomers }),
    pendingReviews: counts.pending,
    tabs: {
      pending: tabs.pending,
      scheduled: tabs.scheduled,
      in_progress: tabs.in_progress,
      completed: tabs.completed,
      all: allOf(Object.values(tabs), isNarrowed),
    },
  };
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, n) => sum + n, 0);
const byStatus = <T>(of: (status: BookingStatus) => T) =>
  Object.fromEntries(bookingStatuses.map((status) => [status, of(status)])) as Record<BookingStatus, T>;

async function readCounts(db: Db): Promise<Record<BookingStatus, number>> {
  const rows = await selectCounts(db, {});
  return byStatus((status) => Number(rows.find((row) => row.status === status)?.n ?? 0));
}

/** Customers with a running plan or an open booking, counted without a list of them. */
async function countActiveCustomers(db: Db): Promise<number> {
  const [[plans], [teams], [others]] = await Promise.all([
    selectRunningPlans(db, {}),
    selectTeamsRunningPlans(db, {}),
    selectOthersWithOpenWork(db, {}),
  ]);
  return (plans?.n ?? 0) - (teams?.n ?? 0) + (others?.n ?? 0);
}

const exactly = (counts: Record<BookingStatus, number>): Record<BookingStatus, Tab> =>
  byStatus((status) => ({ count: counts[status], more: false }));

async function countNarrowed(
  db: Db,
  narrowing: BookingFilter,
  zone: string,
): Promise<Record<BookingStatus, Tab>> {
  const counted = await countStatuses(db, await searchFor(db, narrowing, zone), countedTo + 1);
  return byStatus((status) => capped(counted.find((one) => one.status === status)?.n ?? 0));
}

const capped = (n: number): Tab => ({ count: Math.min(n, countedTo), more: n > countedTo });

function allOf(tabs: Tab[], isNarrowed: boolean): Tab {
  const sum = sumOf(tabs.map(({ count }) => count));
  if (!isNarrowed) return { count: sum, more: false };
  return tabs.some(({ more }) => more) ? { count: countedTo, more: true } : capped(sum);
}
