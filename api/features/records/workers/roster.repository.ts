import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import type { DayHours, Roster, RosterWorker } from './roster.rules.ts';
import type { WorkerTable } from './workers.table.ts';

/**
 * Locks workers until the transaction ends, before anything of theirs is read that decides a write: their planned
 * visits, hours, leave, skills and licences. The rows are locked in the order of their ids, so that no two
 * transactions wait for each other. @returns the rows that are there, in that order
 */
export function lockWorkers(db: Tx, ids: readonly string[]): Promise<Selectable<WorkerTable>[]> {
  const workers = db.selectFrom('workers').selectAll().where('id', 'in', ids).orderBy('id');
  return lockedForChange(db, workers).execute();
}

/**
 * All that decides who may work when: seven queries for any number of workers and days.
 * @param p.workerIds these workers; without them, all that are switched on
 * @param p.from the first day, '2026-12-25', in the business's zone
 * @param p.until the last day
 * @param p.leaveFrom an instant before the first day begins, `leaveUntil` one after the last day ends: granted leave
 * that touches this time is in the answer
 */
export async function readRoster(
  db: Db,
  p: { workerIds?: readonly string[]; from: string; until: string; leaveFrom: string; leaveUntil: string },
): Promise<Roster> {
  const { workerIds, from, until } = p;
  if (workerIds?.length === 0) return [];
  const chosen = (query = db.selectFrom('workers as w')) =>
    workerIds ? query.where('w.id', 'in', workerIds) : query.where('w.active', '=', 1);
  const ids = chosen().select('w.id');
  const workers = await chosen()
    .select(['w.id', 'w.name', 'w.active', 'w.pace', 'w.postcode'])
    .orderBy('w.id')
    .execute();
  const skills = await db
    .selectFrom('worker_skills as s')
    .leftJoin('worker_licences as l', 'l.id', 's.licence_id')
    .select(['s.worker_id', 's.category_id', 's.service_id', 's.pace', 's.licence_id', 'l.expires_on'])
    .where('s.worker_id', 'in', ids)
    .execute();
  const postcodes = await db
    .selectFrom('worker_postcodes')
    .select(['worker_id', 'postcode'])
    .where('worker_id', 'in', ids)
    .execute();
  const hours = await db
    .selectFrom('worker_hours')
    .select(['worker_id', 'weekday', 'from_minute', 'until_minute', 'starts_on', 'ends_on'])
    .where('worker_id', 'in', ids)
    .where((e) => e.or([e('starts_on', 'is', null), e('starts_on', '<=', until)]))
    .where((e) => e.or([e('ends_on', 'is', null), e('ends_on', '>=', from)]))
    .orderBy('from_minute')
    .execute();
  const days = await db
    .selectFrom('worker_days')
    .select(['worker_id', 'day', 'hours'])
    .where('worker_id', 'in', ids)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .execute();
  const leave = await db
    .selectFrom('worker_leave')
    .select(['worker_id', 'starts_at', 'ends_at'])
    .where('worker_id', 'in', ids)
    .where('state', '=', 'granted')
    .where('ends_at', '>', p.leaveFrom)
    .where('starts_at', '<', p.leaveUntil)
    .orderBy('starts_at')
    .execute();
  const roster = new Map<string, RosterWorker>(
    workers.map(({ id, name, active, pace, postcode }) => [
      id,
      {
        ...{ id, name, isActive: active === 1, pace, postcode },
        ...{ postcodes: [], skills: [], hours: [], days: new Map(), leave: [] },
      },
    ]),
  );
  for (const row of skills)
    roster.get(row.worker_id)?.skills.push({
      ...{ categoryId: row.category_id, serviceId: row.service_id, pace: row.pace },
      licence: row.licence_id === null ? null : { expiresOn: row.expires_on },
    });
  for (const row of postcodes) roster.get(row.worker_id)?.postcodes.push(row.postcode);
  for (const row of hours)
    roster.get(row.worker_id)?.hours.push({
      ...{ weekday: row.weekday, from: row.from_minute, until: row.until_minute },
      ...{ startsOn: row.starts_on, endsOn: row.ends_on },
    });
  for (const row of days) roster.get(row.worker_id)?.days.set(row.day, JSON.parse(row.hours) as DayHours[]);
  for (const row of leave)
    roster.get(row.worker_id)?.leave.push({ startsAt: row.starts_at, endsAt: row.ends_at });
  return [...roster.values()];
}
