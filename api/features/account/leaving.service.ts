import { Refusal } from '../../core/refusal.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockDeletion, selectDeletion } from './account-deletion.repository.ts';

/** Whether their deletion has begun: nothing that names them is written any more. */
export async function hasGone(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectDeletion(db, { userId });
  return row !== undefined && row.begun_at !== null;
}

/**
 * The same, held until the transaction ends: what is written of a person whose deletion has not begun stands before it
 * begins, so that the deletion finds it. It is asked for before anything that the deletion locks: people, conversations.
 */
export async function holdGone(tx: Tx, userId: string): Promise<boolean> {
  const row = await lockDeletion(tx, userId);
  return row !== undefined && row.begun_at !== null;
}

/** Nothing is written to whoever is gone, nor agreed with them anew. @throws Refusal `conflict` */
export async function refuseGone(tx: Tx, userId: string): Promise<void> {
  if (await holdGone(tx, userId)) throw gone();
}

export const gone = (): Refusal => new Refusal('conflict', 'This account was deleted.');

/** Whether their account is about to be deleted, and can be kept still. */
export async function hasAskedToLeave(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectDeletion(db, { userId });
  return row !== undefined && row.begun_at === null;
}

/** Whoever has asked that their account be deleted buys nothing new. @throws Refusal `conflict` */
export async function refuseLeaving(db: Db, userId: string): Promise<void> {
  const [row] = await selectDeletion(db, { userId });
  if (row)
    throw new Refusal(
      'conflict',
      'Your account is about to be deleted. Choose to keep it in your profile first.',
    );
}
