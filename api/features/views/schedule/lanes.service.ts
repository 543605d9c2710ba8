import type { WorkerColour } from '../../../contract/rules/business/worker-terms.ts';
import type { CalendarBooking, Lane } from '../../../contract/schemas/schedule.ts';
import { instant } from '../../../core/clock.ts';
import { dayOf, daysLater, wallDays } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { centreOf } from '../../records/places/postcodes.ts';
import { tightAmong } from '../../records/visits/fits.rules.ts';
import { travelBetween } from '../../records/visits/postcode-travel.ts';
import { type Span, shiftsOf } from '../../records/visits/shifts.rules.ts';
import { rosterOf } from '../../records/workers/roster.service.ts';
import { selectCrew, selectHeld, selectVisitsTo } from './schedule.repository.ts';

/** The longest day, on which clocks go back. */
const longestDayMs = 25 * 3_600_000;

type Visits = Map<string, CalendarBooking['visits']>;

/**
 * The workers' lanes between two instants, and the visits to the bookings there. A constant number of queries for any
 * number of bookings and workers.
 * @param query.bookingIds those between `from` and `to`, in ms since 1970
 * @returns the visits by booking; one without a worker has none
 */
export async function readLanes(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  { bookingIds, from, to }: { bookingIds: readonly string[]; from: number; to: number },
): Promise<{ lanes: Lane[]; visits: Visits }> {
  const { db, clock, env } = deps;
  const isDay = to - from <= longestDayMs;
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const [planned, held] = [
    bookingIds.length ? await selectVisitsTo(db, bookingIds) : [],
    await selectHeld(db, { ...span, now: instant(clock) }),
  ];
  const crew = await selectCrew(db, [...new Set(planned.map((visit) => visit.worker_id))]);
  const zone = env.BUSINESS_TIME_ZONE;
  // With the days beside it, whose hours may reach over midnight.
  const days = wallDays(daysLater(dayOf(span.from, zone), -1), 3, zone);
  const roster =
    isDay && crew.length ? await rosterOf(db, { workerIds: crew.map(({ id }) => id), days }) : [];
  const times = new Map(roster.map((worker) => [worker.id, worker]));
  const within = (spans: readonly Span[]): Lane['hours'] =>
    spans.filter(({ start, end }) => start < to && end > from).map(presentSpan);
  const lanes = crew.map(({ id, name, colour, picture }): Lane => {
    const worker = times.get(id);
    return {
      worker: { id, name, colour: colour as WorkerColour, picture },
      hours: worker ? within(shiftsOf(worker, days)) : [],
      leave: worker ? within(worker.leave.map(spanOf)) : [],
      held: isDay
        ? held
            .filter((one) => one.worker_id === id)
            .map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }))
        : [],
    };
  });
  return { lanes, visits: withWays(planned, held) };
}

const spanOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): Span => ({
  start: Date.parse(startsAt),
  end: Date.parse(endsAt),
});

const presentSpan = ({ start, end }: Span): Lane['hours'][number] => ({
  startsAt: new Date(start).toISOString(),
  endsAt: new Date(end).toISOString(),
});

/** The visits by booking, with their ways; these count from holds, too. */
function withWays(
  planned: Awaited<ReturnType<typeof selectVisitsTo>>,
  held: Awaited<ReturnType<typeof selectHeld>>,
): Visits {
  const all = [...planned, ...held.map((one) => ({ ...one, booking_id: null }))].map((row) => ({
    ...row,
    ...{ start: Date.parse(row.starts_at), end: Date.parse(row.ends_at) },
  }));
  const visits: Visits = new Map();
  for (const lane of Map.groupBy(all, (visit) => visit.worker_id).values()) {
    lane.sort((one, other) => one.start - other.start);
    const tight = new Set(tightAmong(lane, travelBetween));
    for (const [at, visit] of lane.entries()) {
      if (visit.booking_id === null) continue;
      const others = visits.get(visit.booking_id) ?? [];
      const way = wayBetween(lane[at - 1]?.postcode, visit.postcode);
      visits.set(visit.booking_id, [
        ...others,
        {
          ...{ workerId: visit.worker_id, endsAt: visit.ends_at },
          ...{ wayMinutes: way, isTight: tight.has(visit) },
        },
      ]);
    }
  }
  return visits;
}

/** In minutes; `null` if a place is unknown. */
const wayBetween = (from: string | null | undefined, to: string | null): number | null =>
  from && to && centreOf(from) && centreOf(to) ? Math.round(travelBetween(from, to) / 60_000) : null;
