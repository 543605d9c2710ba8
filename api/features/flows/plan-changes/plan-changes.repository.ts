import type { Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { PlanChangeTable } from '../../records/subscription/subscription.table.ts';

/** Inserts unless a change of the same plan is open. */
export async function insertUnlessOpen(db: Db, row: PlanChangeTable): Promise<void> {
  await db
    .insertInto('plan_changes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findOpenChange(db: Db, subscriptionId: string): Promise<PlanChangeTable | undefined> {
  return db
    .selectFrom('plan_changes')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

/** A change that is done or dropped never changes again. */
export async function updateOpenChange(
  db: Db,
  id: string,
  change: Updateable<PlanChangeTable>,
): Promise<void> {
  await db
    .updateTable('plan_changes')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}

/** Closes the upgrade to this version, which has been paid. */
export async function closeUpgrade(
  db: Db,
  subscriptionId: string,
  { versionId, now }: { versionId: string; now: string },
): Promise<void> {
  await db
    .updateTable('plan_changes')
    .set({ status: 'done', updated_at: now })
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'upgrade')
    .where('version_id', '=', versionId)
    .where('status', '=', 'open')
    .execute();
}
