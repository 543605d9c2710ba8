import type { Insertable } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { SessionTable } from './account.table.ts';

/** The session and its person's role, in one query: it runs at every call that carries the cookie. */
export const selectLiveSession = prepared((db, p: { idHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as user_id', 'users.role', 'sessions.expires_at', 'sessions.ends_at'])
    .where('sessions.id_hash', '=', p.idHash)
    .where('sessions.expires_at', '>', p.now),
);

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Never writes back what has ended. @returns whether it was still there. */
export async function prolongSession(
  db: Db,
  idHash: string,
  times: { last_seen_at: string; expires_at: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('sessions')
    .set(times)
    .where('id_hash', '=', idHash)
    .returning('id_hash')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function deleteSession(db: Db, idHash: string): Promise<{ data: string } | undefined> {
  return db.deleteFrom('sessions').where('id_hash', '=', idHash).returning('data').executeTakeFirst();
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
