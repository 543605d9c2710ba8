import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
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
export type WorkerParts = Awaited<ReturnType<typeof selectParts>>;

/** Replaces all rows of a part. @returns whether all were stored: a licence's id may be another worker's */
export async function replacePart<P extends keyof WorkerParts>(
  db: Tx,
  workerId: string,
  { part, rows }: { part: P; rows: WorkerParts[P] },
): Promise<boolean> {
  const table = `worker_${part}` as 'worker_skills';
  await db.deleteFrom(table).where('worker_id', '=', workerId).execute();
  if (rows.length === 0) return true;
  const added = await db
    .insertInto(table)
    .values(rows as WorkerParts['skills'])
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
