import { randomUUID } from 'node:crypto';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Tx } from '../../../db/database.ts';
import { holdWorkers, rosterOf } from '../workers/roster.service.ts';
import { daysAround } from './candidates.service.ts';
import { attemptOf, type Obstacle } from './obstacles.rules.ts';
import { travelBetween } from './postcode-travel.ts';
import { quartersOf } from './quarters.rules.ts';
import type { WantedWork } from './slots.rules.ts';
import {
  deleteLapsed,
  deleteVisits,
  highestLane,
  insertQuarters,
  insertVisits,
  selectPlannedOf,
  selectVisitsOfOwner,
} from './visits.repository.ts';

/** A booking, and the worker whom the team chose for it. */
interface Choice {
  bookingId: string;
  /** `null`: nobody any more. */
  workerId: string | null;
  /** The assigned worker in whose place it is; left out, those beyond the number that the work needs give it away. */
  insteadOf?: string | undefined;
  work: WantedWork;
  /** An instant. */
  start: string;
  timeZone: string;
  now: string;
  /** Whether the visit is planned over an obstacle. */
  anyway: boolean;
}

/**
 * Gives a booking's visit to a worker, or takes it from all. Work that needs several keeps the others, as many as it
 * needs. The present workers and the chosen one are locked in the order of their ids; the caller holds the booking.
 * Taking work away is never refused.
 * @returns the workers before, and the obstacle because of which nothing was written, if not `anyway`; over it the
 * visit stands in a lane of its own where another one has the time
 */
export async function assignVisit(
  db: Tx,
  choice: Choice,
): Promise<{ before: string[]; obstacle: Obstacle | null; isNew: boolean }> {
  const { bookingId, workerId, insteadOf, work, now, anyway } = choice;
  const seen = await selectVisitsOfOwner(db, { bookingId });
  const ids = [...seen.map((visit) => visit.worker_id), ...(workerId ? [workerId] : [])];
  await holdWorkers(db, [...new Set(ids)].sort());
  const visits = await selectVisitsOfOwner(db, { bookingId });
  const before = visits.map((visit) => visit.worker_id);
  const given = insteadOf ? visits.filter((visit) => visit.worker_id === insteadOf) : null;
  if (workerId === null) {
    await deleteVisits(db, idsOf(given ?? visits));
    return { before, obstacle: null, isNew: (given ?? visits).length > 0 };
  }
  if (before.includes(workerId)) return { before, obstacle: null, isNew: false };
  await deleteLapsed(db, [workerId], now);
  const attempt = await attemptBy(db, { ...choice, workerId });
  if (!attempt || (attempt.obstacle && !anyway))
    return { before, obstacle: attempt?.obstacle ?? { kind: 'off' }, isNew: false };
  await deleteVisits(db, idsOf(given ?? visits.slice(work.workers - 1)));
  const { start, end, postcode } = attempt.visit;
  const id = randomUUID();
  await insertVisits(db, [
    {
      ...{ id, worker_id: workerId, booking_id: bookingId, hold_id: null, postcode },
      ...{ starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString() },
    },
  ]);
  const quarters = quartersOf(start, end);
  const lane = anyway ? (await highestLane(db, { workerId, quarters })) + 1 : 0;
  await insertQuarters(
    db,
    quarters.map((quarter) => ({ worker_id: workerId, quarter, lane, visit_id: id })),
    false,
  );
  return { before, obstacle: attempt.obstacle, isNew: true };
}

const idsOf = (visits: readonly { id: string }[]): string[] => visits.map(({ id }) => id);

/** The visit that the worker would make, read with their row locked. */
async function attemptBy(
  db: Tx,
  { bookingId, workerId, work, start, timeZone, now }: Choice & { workerId: string },
) {
  const days = daysAround(start, timeZone);
  const [worker] = await rosterOf(db, { workerIds: [workerId], days });
  const [first, last] = [days[0], days.at(-1)];
  if (!worker || !first || !last) return null;
  const rows = await selectPlannedOf(db, {
    ...{ from: new Date(first.start).toISOString(), until: new Date(last.end).toISOString() },
    ...{ now, holderId: '', workerIds: [workerId], exceptBookingId: bookingId },
  });
  const visits = rows
    .map(({ starts_at, ends_at, postcode }) => ({
      ...{ start: Date.parse(starts_at), end: Date.parse(ends_at), postcode },
    }))
    .sort((a, b) => a.start - b.start);
  const at = { at: Date.parse(start), day: dayOf(start, timeZone) };
  return attemptOf(worker, { visits, work, start: at, days, travel: travelBetween });
}
