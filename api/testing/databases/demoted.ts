import type { KyselyPlugin } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * A database in which an administrator loses the role at a critical moment: after their session has been read, and
 * before anything is done with it.
 * @param then called right after it, to tell others about the loss
 */
export function demotedMeanwhile(db: Db, userId: string, then: () => void = () => {}): Db {
  let isRead = false;
  const demoting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isRead || !result.rows.some((row) => row.user_id === userId && row.role_id === 'administrator'))
        return result;
      isRead = true;
      await db.updateTable('users').set({ role_id: null }).where('id', '=', userId).execute();
      then();
      return result;
    },
  };
  return db.withPlugin(demoting);
}
