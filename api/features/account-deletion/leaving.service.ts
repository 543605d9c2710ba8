import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { selectDeletion } from './account-deletion.repository.ts';

/** Whether their deletion has begun: nothing that names them is written any more. */
export async function hasGone(db: Db, userId: string): Promise<boolean> {
  const [row] = await selectDeletion(db, { userId });
  return row !== undefined && row.begun_at !== null;
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
