import type { Db, Tx } from '../../../../db/database.ts';
import { lockDeletion, selectDeletion } from './deletion.repository.ts';
import { gone, leaving } from './deletion.rules.ts';

/** Whether the person's deletion has begun; from then on nothing that names them is written. */
export async function hasGone(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectDeletion(db, { userId });
  return row !== undefined && row.begun_at !== null;
}

/**
 * The same, and held until the transaction ends. Rows written for a person whose deletion has not begun are thus
 * committed before it begins, so that it finds them. Call it before locking anything that the deletion locks:
 * people, conversations.
 */
export async function holdGone(db: Tx, userId: string): Promise<boolean> {
  const row = await lockDeletion(db, userId);
  return row !== undefined && row.begun_at !== null;
}

/** Refuses messages to and agreements with a person whose deletion has begun. @throws Refusal `conflict` */
export async function refuseGone(db: Tx, userId: string): Promise<void> {
  if (await holdGone(db, userId)) throw gone();
}

/** Whether the account is to be deleted and can still be kept. */
export async function hasAskedToLeave(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectDeletion(db, { userId });
  return row !== undefined && row.begun_at === null;
}

/** The planned time of the account's deletion, whether it has begun or not; `null` without one. */
export async function plannedLeaving(db: Db, userId: string): Promise<string | null> {
  const [row] = await selectDeletion(db, { userId });
  return row?.planned_at ?? null;
}

/** Whether the account is to be deleted, or is being deleted. */
export const isLeaving = async (db: Db, userId: string): Promise<boolean> =>
  (await plannedLeaving(db, userId)) !== null;

/** Refuses purchases of a person whose account is to be deleted. @throws Refusal `conflict` */
export async function refuseLeaving(db: Db, userId: string): Promise<void> {
  if (await isLeaving(db, userId)) throw leaving();
}
