import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Roster } from './roster.rules.ts';
import { workerOf } from './roster-text.ts';
import type { WorkerLeaveTable, WorkerTable } from './workers.table.ts';

export type WorkerRow = Selectable<WorkerTable>;
export type LeaveRow = Selectable<WorkerLeaveTable>;

/** All workers, those switched on first, by name. */
export const selectWorkers = (db: Db): Promise<WorkerRow[]> =>
  db.selectFrom('workers').selectAll().orderBy('active', 'desc').orderBy('name').orderBy('id').execute();

export const selectWorker = (db: Db, id: string): Promise<WorkerRow | undefined> =>
  db.selectFrom('workers').selectAll().where('id', '=', id).executeTakeFirst();

/** The worker who signs in with an account. */
export const selectWorkerOf = (db: Db, userId: string): Promise<WorkerRow | undefined> =>
  db.selectFrom('workers').selectAll().where('user_id', '=', userId).executeTakeFirst();

export async function countWorkers(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('workers')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** @returns whether the id was free */
export async function insertWorker(db: Tx, row: Insertable<WorkerTable>): Promise<boolean> {
  const added = await db
    .insertInto('workers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateWorker(db: Tx, id: string, values: Updateable<WorkerTable>): Promise<void> {
  await db.updateTable('workers').set(values).where('id', '=', id).execute();
}

/** The ids of the invitations, of these workers', that are still open. */
export async function selectOpenInvitations(db: Db, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('invitations')
    .select('id')
    .where('id', 'in', ids)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Links the worker whom an invitation is for, if nobody is linked. @returns the worker's id */
export async function linkInvited(
  db: Tx,
  p: { invitationId: string; userId: string; now: string },
): Promise<string | undefined> {
  const linked = await db
    .updateTable('workers')
    .set({ user_id: p.userId, updated_at: p.now })
    .where('invitation_id', '=', p.invitationId)
    .where('user_id', 'is', null)
    .where((e) =>
      e.not(e.exists(e.selectFrom('workers as w').select('w.id').where('w.user_id', '=', p.userId))),
    )
    .returning('id')
    .executeTakeFirst();
  return linked?.id;
}

/** The rows of a worker that a change replaces as a whole, each in one order. */
export async function selectParts(db: Db, workerId: string) {
  return {
    skills: await db
      .selectFrom('worker_skills')
      .selectAll()
      .where('worker_id', '=', workerId)
      .orderBy('id')
      .execute(),
    licences: await db
      .selectFrom('worker_licences')
      .selectAll()
      .where('worker_id', '=', workerId)
      .orderBy('id')
      .execute(),
    postcodes: await db
      .selectFrom('worker_postcodes')
      .selectAll()
      .where('worker_id', '=', workerId)
      .orderBy('postcode')
      .execute(),
    hours: await db
      .selectFrom('worker_hours')
      .selectAll()
      .where('worker_id', '=', workerId)
      .orderBy('position')
      .execute(),
    days: await db
      .selectFrom('worker_days')
      .selectAll()
      .where('worker_id', '=', workerId)
      .orderBy('day')
      .execute(),
  };
}
export type WorkerRows = Awaited<ReturnType<typeof selectParts>>;

/** Replaces all rows of a part. @returns whether all were stored: a licence's id may be another worker's */
export async function replacePart<P extends keyof WorkerRows>(
  db: Tx,
  workerId: string,
  { part, rows }: { part: P; rows: WorkerRows[P] },
): Promise<boolean> {
  const table = `worker_${part}` as 'worker_skills';
  await db.deleteFrom(table).where('worker_id', '=', workerId).execute();
  if (rows.length === 0) return true;
  const added = await db
    .insertInto(table)
    .values(rows as WorkerRows['skills'])
    .onConflict((conflict) => conflict.doNothing())
    .returning('worker_id')
    .execute();
  return added.length === rows.length;
}

/** Whether all of these categories and services are there. */
export async function hasOffer(
  db: Db,
  p: { categoryIds: readonly string[]; serviceIds: readonly string[] },
): Promise<boolean> {
  for (const [table, ids] of [
    ['service_categories', p.categoryIds],
    ['services', p.serviceIds],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
    if (rows.length < new Set(ids).size) return false;
  }
  return true;
}

export async function hasPicture(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('service_pictures').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Leave that has not ended, in order, at most `rows`. */
export const selectLeave = (
  db: Db,
  p: { workerId: string; now: string; rows: number },
): Promise<LeaveRow[]> =>
  db
    .selectFrom('worker_leave')
    .selectAll()
    .where('worker_id', '=', p.workerId)
    .where('ends_at', '>', p.now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(p.rows)
    .execute();

/** The leave of all workers that lasts now, and that which waits for an answer. */
export const selectLeaveNow = (db: Db, now: string): Promise<LeaveRow[]> =>
  db
    .selectFrom('worker_leave')
    .selectAll()
    .where('ends_at', '>', now)
    .where((e) =>
      e.or([e('state', '=', 'asked'), e.and([e('state', '=', 'granted'), e('starts_at', '<=', now)])]),
    )
    .orderBy('ends_at')
    .execute();

export const selectOneLeave = (db: Db, id: string): Promise<LeaveRow | undefined> =>
  db.selectFrom('worker_leave').selectAll().where('id', '=', id).executeTakeFirst();

/** The same with the name of its worker. */
export const selectLeaveWithWorker = (
  db: Db,
  id: string,
): Promise<(LeaveRow & { name: string }) | undefined> =>
  db
    .selectFrom('worker_leave as l')
    .innerJoin('workers as w', 'w.id', 'l.worker_id')
    .selectAll('l')
    .select('w.name')
    .where('l.id', '=', id)
    .executeTakeFirst();

/** Leave that waits for the team's answer, the one that was asked for first at the top. */
export const selectAskedLeave = (
  db: Db,
  { now, rows }: { now: string; rows: number },
): Promise<(LeaveRow & { name: string })[]> =>
  db
    .selectFrom('worker_leave as l')
    .innerJoin('workers as w', 'w.id', 'l.worker_id')
    .selectAll('l')
    .select('w.name')
    .where('l.state', '=', 'asked')
    .where('l.ends_at', '>', now)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(rows)
    .execute();

/** Adds a time of leave, or changes it. */
export async function upsertLeave(db: Tx, row: LeaveRow): Promise<void> {
  const { id: _, worker_id: __, created_at: ___, by_worker: ____, ...values } = row;
  await db
    .insertInto('worker_leave')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteLeave(db: Tx, p: { workerId: string; id: string }): Promise<boolean> {
  const gone = await db
    .deleteFrom('worker_leave')
    .where('id', '=', p.id)
    .where('worker_id', '=', p.workerId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Licences that end before a day, of all workers who are switched on. */
export const selectEndingLicences = (db: Db, before: string): Promise<{ worker_id: string }[]> =>
  db
    .selectFrom('worker_licences as l')
    .innerJoin('workers as w', 'w.id', 'l.worker_id')
    .select('l.worker_id')
    .where('w.active', '=', 1)
    .where('l.expires_on', '<', before)
    .execute();

/**
 * Locks workers until the transaction ends, before anything of theirs is read that decides a write: their planned
 * visits, hours, leave, skills and licences. The rows are locked in the order of their ids, so that no two
 * transactions wait for each other. @returns the rows that are there, in that order
 */
export function lockWorkers(db: Tx, ids: readonly string[]): Promise<Selectable<WorkerTable>[]> {
  const workers = db.selectFrom('workers').selectAll().where('id', 'in', ids).orderBy('id');
  return lockedForChange(db, workers).execute();
}

/** The same for all workers there are, where the ones to lock follow from one another. */
export function lockAllWorkers(db: Tx): Promise<Selectable<WorkerTable>[]> {
  return lockedForChange(db, db.selectFrom('workers').selectAll().orderBy('id')).execute();
}

interface RosterSpan {
  /** The first day, '2026-12-25', in the business's zone. */
  from: string;
  /** The last day. */
  until: string;
  /** An instant before the first day begins, and one after the last day ends. */
  leaveFrom: string;
  leaveUntil: string;
}

/** A part of a worker as one text: a line for each row, its columns apart by tabs; 'null' becomes empty. */
const lines = (...columns: string[]) =>
  sql<string | null>`string_agg(${sql.join(
    columns.map((column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`),
    sql` || '\t' || `,
  )}, '\n')`;

/**
 * All that decides who may work when, in one query for any number of workers and days: a way to the database and back
 * for each part took longer than the parts themselves.
 */
const rosterOf = (db: Db, { from, until, leaveFrom, leaveUntil }: RosterSpan) =>
  db
    .selectFrom('workers as w')
    .select(['w.id', 'w.name', 'w.active', 'w.pace', 'w.postcode'])
    .select((e) => [
      e
        .selectFrom('worker_skills as s')
        .leftJoin('worker_licences as l', 'l.id', 's.licence_id')
        .select(lines('s.category_id', 's.service_id', 's.pace', 's.licence_id', 'l.expires_on').as('skills'))
        .whereRef('s.worker_id', '=', 'w.id')
        .as('skills'),
      e
        .selectFrom('worker_postcodes as p')
        .select(lines('p.postcode').as('postcodes'))
        .whereRef('p.worker_id', '=', 'w.id')
        .as('postcodes'),
      e
        .selectFrom('worker_hours as h')
        .select(lines('h.weekday', 'h.from_minute', 'h.until_minute', 'h.starts_on', 'h.ends_on').as('hours'))
        .whereRef('h.worker_id', '=', 'w.id')
        .where((at) => at.or([at('h.starts_on', 'is', null), at('h.starts_on', '<=', until)]))
        .where((at) => at.or([at('h.ends_on', 'is', null), at('h.ends_on', '>=', from)]))
        .as('hours'),
      e
        .selectFrom('worker_days as d')
        .select(lines('d.day', 'd.hours').as('days'))
        .whereRef('d.worker_id', '=', 'w.id')
        .where('d.day', '>=', from)
        .where('d.day', '<=', until)
        .as('days'),
      e
        .selectFrom('worker_leave as a')
        .select(lines('a.starts_at', 'a.ends_at').as('leave'))
        .whereRef('a.worker_id', '=', 'w.id')
        .where('a.state', '=', 'granted')
        .where('a.ends_at', '>', leaveFrom)
        .where('a.starts_at', '<', leaveUntil)
        .as('leave'),
    ])
    .orderBy('w.id');

const selectActiveRoster = prepared((db, p: RosterSpan) => rosterOf(db, p).where('w.active', '=', 1));
/**
 * The workers with all that decides when and where they work.
 * @param p.workerIds these workers; without them, all that are switched on
 */
export async function readRoster(
  db: Db,
  { workerIds, ...span }: RosterSpan & { workerIds?: readonly string[] },
): Promise<Roster> {
  if (!workerIds) return (await selectActiveRoster(db, span)).map(workerOf);
  if (!workerIds.length) return [];
  return (await rosterOf(db, span).where('w.id', 'in', workerIds).execute()).map(workerOf);
}
