import type { Db } from '../../../db/database.ts';

/** Begins a change of a person's cards. @returns `false` if another is under way */
export async function claimChange(
  db: Db,
  claim: { userId: string; id: string; now: string; until: string },
): Promise<boolean> {
  const { userId, id, now, until } = claim;
  const kept = await db
    .insertInto('card_changes')
    .values({ user_id: userId, id, until })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ id, until }).where('card_changes.until', '<', now),
    )
    .returning('id')
    .executeTakeFirst();
  return kept?.id === id;
}

export async function endChange(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('card_changes').where('user_id', '=', userId).where('id', '=', id).execute();
}
