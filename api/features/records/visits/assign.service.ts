import { randomUUID } from 'node:crypto';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Tx } from '../../../db/database.ts';
import { holdWorkers, rosterOf } from '../workers/roster.service.ts';
import { daysAround } from './candidates.service.ts';
import type { Planned } from './fits.rules.ts';
import { type Attempt, attemptOf, type Obstacle } from './obstacles.rules.ts';
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

/** A booking, and the workers whom the team chose for it. */
interface Choice {
  bookingId: string;
  /**
   * All who come; one who comes, in the place of another or beside as many of the others as the work needs; one who does
   * not come any more; or `null`: nobody does.
   */
  chosen:
    | { all: readonly string[] }
    | { one: string; insteadOf?: string | undefined }
    | { without: string }
    | null;
  work: WantedWork;
  /** An instant. */
  start: string;
  timeZone: string;
  now: string;
  /** Whether the visit is planned over an obstacle. */
  anyway: boolean;
}

/** What was done, or the obstacle because of which nothing was. */
interface Outcome {
  /** The workers before and after. */
  before: string[];
  after: string[];
  obstacle: Obstacle | null;
  isNew: boolean;
}

/**
 * Gives a booking's visit to workers, or takes it from all: work that needs several has all of them or none. The
 * present workers and the chosen ones are locked in the order of their ids; the caller holds the booking. Taking work
 * away is never refused.
 * @returns with the first obstacle, because of which nothing was written, if not `anyway`; over it the visit stands in a
 * lane of its own where another one has the time
 */
export async function assignVisit(db: Tx, choice: Choice): Promise<Outcome> {
  const { bookingId, chosen, work, now, anyway } = choice;
  const named = chosen && 'all' in chosen ? chosen.all : chosen && 'one' in chosen ? [chosen.one] : [];
  const seen = await selectVisitsOfOwner(db, { bookingId });
  await holdWorkers(db, [...new Set([...seen.map((visit) => visit.worker_id), ...named])].sort());
  const visits = await selectVisitsOfOwner(db, { bookingId });
  const before = visits.map((visit) => visit.worker_id);
  const after = wantedOf(choice, before);
  const same = { before, after: before, obstacle: null, isNew: false };
  const added = after.filter((id) => !before.includes(id));
  const removed = visits.filter((visit) => !after.includes(visit.worker_id));
  if (added.length + removed.length === 0) return same;
  const isShort = added.length > 0 && after.length !== work.workers;
  if (isShort && !anyway) return { ...same, obstacle: { kind: 'several', needs: work.workers } };
  await deleteLapsed(db, added, now);
  const attempts: { workerId: string; attempt: Attempt }[] = [];
  for (const workerId of added) {
    const attempt = await attemptBy(db, { ...choice, workerId });
    if (!attempt || (attempt.obstacle && !anyway))
      return { ...same, obstacle: attempt?.obstacle ?? { kind: 'off' } };
    attempts.push({ workerId, attempt });
  }
  await deleteVisits(
    db,
    removed.map(({ id }) => id),
  );
  for (const { workerId, attempt } of attempts)
    await writeVisit(db, { bookingId, workerId, visit: attempt.visit, anyway });
  const obstacle = attempts.find(({ attempt }) => attempt.obstacle)?.attempt.obstacle ?? null;
  return { before, after, obstacle, isNew: true };
}

/** The workers after the choice. */
function wantedOf({ chosen, work }: Choice, before: readonly string[]): string[] {
  if (chosen === null) return [];
  if ('all' in chosen) return [...new Set(chosen.all)];
  if ('without' in chosen) return before.filter((one) => one !== chosen.without);
  const { one, insteadOf } = chosen;
  if (before.includes(one)) return [...before];
  const others = before.filter((other) => other !== insteadOf);
  return [...(insteadOf ? others : others.slice(0, work.workers - 1)), one];
}

async function writeVisit(
  db: Tx,
  {
    bookingId,
    workerId,
    visit: { start, end, postcode },
    anyway,
  }: { bookingId: string; workerId: string; visit: Planned; anyway: boolean },
): Promise<void> {
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
}

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
