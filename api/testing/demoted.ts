import type { KyselyPlugin } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * A database where an administrator's role is taken in between: once their session has been read, and before anything
 * is done by what was read.
 * @param then what follows at once, as whoever takes a role tells of it
 */
export function demotedMeanwhile(db: Db, userId: string, then: () => void = () => {}): Db {
  let isRead = false;
  const demoting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isRead || !result.rows.some((row) => row.user_id === userId && row.role === 'admin')) return result;
      isRead = true;
      await db.updateTable('users').set({ role: 'customer' }).where('id', '=', userId).execute();
      then();
      return result;
    },
  };
  return db.withPlugin(demoting);
}
