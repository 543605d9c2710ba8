import type { Db, Tx } from '../../db/database.ts';

/** @returns whether it was not known */
export async function insertLogoutToken(tx: Tx, id: string, now: string): Promise<boolean> {
  const kept = await tx
    .insertInto('logout_tokens')
    .values({ id, heard_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function deleteLogoutTokens(db: Db, heardBefore: string): Promise<void> {
  await db.deleteFrom('logout_tokens').where('heard_at', '<', heardBefore).execute();
}
