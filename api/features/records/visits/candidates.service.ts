import { plainPostcode } from '../../../contract/rules/business/opening.ts';
import { dayOf, daysLater, type WallDay, wallDays } from '../../../core/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import { paceFor } from '../workers/roster.rules.ts';
import { rosterOf } from '../workers/roster.service.ts';
import { plannedIn } from './planned-text.ts';
import { type Candidate, candidatesOf, type WantedWork } from './slots.rules.ts';
import { selectServiceSlots, selectTimesOf } from './visits.repository.ts';

/** What a service needs of its times. */
export interface ServiceSlots {
  isOffered: boolean;
  windowMinutes: number;
  bufferMinutes: number;
  workers: number;
}

const usual: ServiceSlots = { isOffered: true, windowMinutes: 60, bufferMinutes: 0, workers: 1 };

export async function readServiceSlots(db: Db, serviceId: string): Promise<ServiceSlots> {
  const [row] = await selectServiceSlots(db, { serviceId });
  if (!row) return usual;
  return {
    isOffered: row.offered === 1,
    windowMinutes: row.window_minutes,
    bufferMinutes: row.buffer_minutes,
    workers: row.workers,
  };
}

/** Whether times of a service are offered at all: the service has slots, and enough workers do it, whenever and wherever. */
export async function hasWorkers(
  db: Db,
  { service, day, timeZone }: { service: { id: string; categoryId: string }; day: string; timeZone: string },
): Promise<boolean> {
  const { isOffered, workers } = await readServiceSlots(db, service.id);
  if (!isOffered) return false;
  const roster = await rosterOf(db, { days: wallDays(day, 1, timeZone) });
  return roster.filter((worker) => paceFor(worker, service)).length >= workers;
}

/** The work of a service at a place. */
export async function wantedWork(
  db: Db,
  {
    service,
    postcode,
    minutes,
  }: {
    service: { id: string; categoryId: string };
    postcode: string | null;
    /** The estimate. */
    minutes: number;
  },
): Promise<WantedWork & ServiceSlots> {
  const slots = await readServiceSlots(db, service.id);
  return { ...slots, service, minutes, postcode: postcode ? plainPostcode(postcode) : null };
}

/** Days that a visit may reach past its own: the longest estimate at the slowest pace. */
const marginDays = 2;

/** The days around a visit that begins at an instant. */
export const daysAround = (start: string, timeZone: string): WallDay[] =>
  spanOf(dayOf(start, timeZone), 1, timeZone);

/** Some days, with those before and after them that a visit or a shift may touch. */
export function spanOf(from: string, count: number, timeZone: string): WallDay[] {
  return wallDays(daysLater(from, -marginDays), count + 2 * marginDays, timeZone);
}

/**
 * The workers who may do some work, with their shifts and visits of some days, in a constant number of queries.
 * @param query.wanted `null`: whatever the workers can do, and wherever
 * @param query.days with their margin (`spanOf`)
 * @param query.holderId whose own hold takes no time from them
 * @param query.workerIds these workers alone, without the visits of `exceptBookingId`
 */
export async function readCandidates(
  db: Db,
  query: {
    wanted: Pick<WantedWork, 'service' | 'postcode'> | null;
    days: readonly WallDay[];
    now: string;
    holderId: string;
    workerIds?: readonly string[];
    exceptBookingId?: string;
  },
): Promise<Candidate[]> {
  const { wanted, days, now, holderId, workerIds, exceptBookingId = '' } = query;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || workerIds?.length === 0) return [];
  const able = candidatesOf(await rosterOf(db, { workerIds, days }), wanted, days);
  if (!able.length) return [];
  const times = await selectTimesOf(db, {
    ...{ from: new Date(first.start).toISOString(), until: new Date(last.end).toISOString(), now, holderId },
    ...{ workerIds: able.map(({ id }) => id), exceptBookingId },
  });
  const visits = new Map(times.map((one) => [one.worker_id, plannedIn(one.times)]));
  return able.map((worker) => ({ ...worker, visits: visits.get(worker.id) ?? [] }));
}
