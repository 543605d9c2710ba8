import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { lockedForChange } from '../../../../db/open.ts';
import type { PlanDraftTable, PlanTable, PlanVersionTable } from '../plans.table.ts';

export type PlanRow = Selectable<PlanTable>;
export type VersionColumns = Selectable<PlanVersionTable>;
export type DraftRow = Selectable<PlanDraftTable>;

/** Lets one transaction at a time change the plans. */
export const lockPlans = async (db: Tx): Promise<void> => {
  await lockedForChange(db, db.selectFrom('plans').select('id').orderBy('id')).execute();
};

/** All plans, in their order. */
export const selectPlans = (db: Db): Promise<PlanRow[]> =>
  db.selectFrom('plans').selectAll().orderBy('position').orderBy('id').execute();

/** The present version of each plan. */
export const selectPresentVersions = (db: Db): Promise<VersionColumns[]> =>
  db
    .selectFrom('plan_versions as v')
    .innerJoin('plans as p', 'p.version_id', 'v.id')
    .selectAll('v')
    .execute();

/** A draft with the person who has planned its publication. */
export interface PlannedRow extends DraftRow {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** `null` for one who has left the team. */
  role_id: string | null;
}

export const selectDrafts = (db: Db): Promise<PlannedRow[]> =>
  db
    .selectFrom('plan_drafts as d')
    .leftJoin('users as u', 'u.id', 'd.publish_by')
    .selectAll('d')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.role_id'])
    .execute();

export const findDraft = (db: Db, planId: string): Promise<DraftRow | undefined> =>
  db.selectFrom('plan_drafts').selectAll().where('plan_id', '=', planId).executeTakeFirst();

/** The plans whose publication is due, the longest due first. */
export const selectDue = (db: Db, now: string): Promise<Pick<DraftRow, 'plan_id'>[]> =>
  db
    .selectFrom('plan_drafts')
    .select('plan_id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('plan_id')
    .execute();

export async function insertPlan(db: Tx, row: Insertable<PlanTable>): Promise<void> {
  await db.insertInto('plans').values(row).execute();
}

/** Moves the plans from this place on by one. Their order stays, so it counts as no change of them. */
export async function makeRoom(db: Tx, position: number): Promise<void> {
  await db
    .updateTable('plans')
    .set(({ eb }) => ({ position: eb('position', '+', 1) }))
    .where('position', '>=', position)
    .execute();
}

/** Changes a plan's row, and counts it as a change of the plan. */
export async function changePlan(db: Tx, id: string, change: Updateable<PlanTable>): Promise<void> {
  await db
    .updateTable('plans')
    .set(({ eb }) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deletePlan(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('plans').where('id', '=', id).where('version_id', '=', '').execute();
}

export async function putDraft(db: Tx, row: Insertable<PlanDraftTable>): Promise<void> {
  const { plan_id: _, ...rest } = row;
  await db
    .insertInto('plan_drafts')
    .values(row)
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(rest))
    .execute();
}

export async function changeDraft(db: Db, planId: string, change: Updateable<PlanDraftTable>): Promise<void> {
  await db.updateTable('plan_drafts').set(change).where('plan_id', '=', planId).execute();
}

/** Notes the reason why a publication failed, if it is still the planned one. */
export async function noteProblem(
  db: Db,
  { versionId, problem }: { versionId: string; problem: string },
): Promise<void> {
  await db.updateTable('plan_drafts').set({ problem }).where('version_id', '=', versionId).execute();
}

export async function deleteDraft(db: Tx, planId: string): Promise<void> {
  await db.deleteFrom('plan_drafts').where('plan_id', '=', planId).execute();
}

/** Adds a version with the next number of its plan. */
export async function insertVersion(
  db: Tx,
  row: Omit<Insertable<PlanVersionTable>, 'number'>,
): Promise<void> {
  const { n } = await db
    .selectFrom('plan_versions')
    .select(({ fn }) => fn.max('number').as('n'))
    .where('plan_id', '=', row.plan_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('plan_versions')
    .values({ ...row, number: Number(n ?? 0) + 1 })
    .execute();
}

/** Whether a version with this id was published. */
export async function isPublished(db: Db, versionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_versions')
    .select('id')
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row !== undefined;
}
