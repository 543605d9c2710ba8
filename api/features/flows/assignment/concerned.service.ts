import type { Concerned } from '../../../contract/schemas/settings/workers.ts';
import { instant } from '../../../core/clock.ts';
import { notFound } from '../../../core/refusal.ts';
import { dayOf } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { spanOf } from '../../records/visits/candidates.service.ts';
import { attemptOf } from '../../records/visits/obstacles.rules.ts';
import { travelBetween } from '../../records/visits/postcode-travel.ts';
import { rosterOf } from '../../records/workers/roster.service.ts';
import { selectOneLeave } from '../../records/workers/workers.repository.ts';
import { selectVisitsIn, selectVisitsToCome } from './assignment.repository.ts';
import { obstacleWords } from './candidates.rules.ts';

/** The visits that are looked at, and the days in which they lie. */
const mostVisits = 200;
const mostDays = 120;

/**
 * The visits to come that a worker can no longer make: after a change of hours, leave, skills or licences, none of
 * which is refused, and once they are switched off. The number of queries depends on no number of visits.
 * @param query.leaveId leave that may not be granted yet: the visits that begin or last in it, with one under way
 * @throws Refusal `not_found`
 */
export async function listConcerned(
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  { workerId, leaveId }: { workerId: string; leaveId?: string | undefined },
): Promise<Concerned> {
  const { db, clock, env } = deps;
  const [now, zone] = [instant(clock), env.BUSINESS_TIME_ZONE];
  if (leaveId !== undefined) return listInLeave(deps, { workerId, leaveId });
  const days = spanOf(dayOf(now, zone), mostDays, zone);
  const until = new Date(days.at(-1)?.start ?? 0).toISOString();
  const rows = await selectVisitsToCome(db, { workerId, now, until, rows: mostVisits + 1 });
  const [worker] = await rosterOf(db, { workerIds: [workerId], days });
  if (!worker) throw notFound('Worker');
  const visits = rows.slice(0, mostVisits).flatMap((row) => {
    const work = {
      ...{ service: { id: row.service_id, categoryId: row.category_id }, postcode: row.postcode },
      ...{ minutes: row.estimated_minutes, bufferMinutes: 0, workers: 1 },
    };
    const start = { at: Date.parse(row.starts_at), day: dayOf(row.starts_at, zone) };
    const { obstacle } = attemptOf(worker, { visits: [], work, start, days, travel: travelBetween });
    if (!obstacle || !row.booking_id) return [];
    return [
      {
        ...{
          bookingId: row.booking_id,
          service: row.service_name,
          status: row.status,
          startsAt: row.starts_at,
        },
        ...{
          reason: obstacleWords(obstacle, { zone, now }),
          todo: 'Assign somebody else, or move the visit',
        },
      },
    ];
  });
  return { visits, more: rows.length > mostVisits };
}

async function listInLeave(
  deps: Pick<Deps, 'db' | 'clock'>,
  { workerId, leaveId }: { workerId: string; leaveId: string },
): Promise<Concerned> {
  const { db, clock } = deps;
  const leave = await selectOneLeave(db, leaveId);
  if (leave?.worker_id !== workerId) throw notFound('Leave');
  const { starts_at: from, ends_at: until } = leave;
  const now = instant(clock);
  const rows = await selectVisitsIn(db, { workerId, now, from, until, rows: mostVisits + 1 });
  const visits = rows.slice(0, mostVisits).map((row) => ({
    ...{ bookingId: row.booking_id, service: row.service_name, status: row.status, startsAt: row.starts_at },
    ...inLeave(row, { from, now }),
  }));
  return { visits, more: rows.length > mostVisits };
}

/** Why a visit stands in the way of leave, and what to do. */
function inLeave(
  { starts_at: start }: { starts_at: string },
  { from, now }: { from: string; now: string },
): { reason: string; todo: string } {
  if (start <= now)
    return {
      reason: 'It is under way',
      todo: 'Let the leave begin after it, or send somebody else for the rest',
    };
  if (start < from)
    return {
      reason: 'The leave begins in the middle of it',
      todo: 'Let the leave begin after it, assign somebody else, or move the visit',
    };
  return { reason: 'It lies in the leave', todo: 'Assign somebody else, or move the visit' };
}
