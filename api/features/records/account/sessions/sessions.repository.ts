import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import { keptInPlace } from '../../../../db/open.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { SessionTable } from '../account.table.ts';

/** The session with its person and their role in one query, because it runs at every call with the cookie. */
export const selectLiveSession = prepared((db, p: { idHash: string; openedUnder: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id as user_id',
      'users.role_id',
      'roles.permissions',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.ends_at',
    ])
    .where('sessions.id_hash', '=', p.idHash)
    .where('sessions.opened_under', '=', p.openedUnder)
    .where('sessions.expires_at', '>', p.now),
);

/** Keeps a session from being deleted until the transaction ends; it may be prolonged. @returns whether it exists */
export async function lockSession(db: Tx, idHash: string): Promise<boolean> {
  const query = db.selectFrom('sessions').select('id_hash').where('id_hash', '=', idHash);
  return (await keptInPlace(db, query).executeTakeFirst()) !== undefined;
}

/** The people of these sessions and their roles; ended sessions are left out. */
export function selectLiveSessions(
  db: Db,
  idHashes: readonly string[],
  openedUnder: string,
  now: string,
): Promise<{ id_hash: string; user_id: string; role_id: string | null; permissions: string | null }[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['sessions.id_hash', 'sessions.user_id', 'users.role_id', 'roles.permissions'])
    .where('sessions.id_hash', 'in', idHashes)
    .where('sessions.opened_under', '=', openedUnder)
    .where('sessions.expires_at', '>', now)
    .execute();
}

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** @returns whether the session still existed; an ended one is never restored. */
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

/** Writes only if no other request has done so: of simultaneous requests, one writes. */
export async function touchSession(db: Db, idHash: string, now: string, unseenSince: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id_hash', '=', idHash)
    .where('last_seen_at', '<=', unseenSince)
    .execute();
}

export type SessionRow = Pick<
  Selectable<SessionTable>,
  'id_hash' | 'user_agent' | 'created_at' | 'last_seen_at'
>;

/** The person's open sessions, by last use. */
export function selectSessionsOf(db: Db, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id_hash', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
}

/** @returns whether the session was this person's. */
export async function deleteSessionOf(db: Db, userId: string, idHash: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', idHash)
    .where('user_id', '=', userId)
    .returning('id_hash')
    .executeTakeFirst();
  return ended !== undefined;
}

/** @returns the ended sessions. */
export async function deleteSessionsOf(db: Db, userId: string, but: string): Promise<string[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', but)
    .returning('id_hash')
    .execute();
  return ended.map((row) => row.id_hash);
}

export async function deleteSession(
  db: Db,
  idHash: string,
): Promise<{ issuer_session: string | null } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('id_hash', '=', idHash)
    .returning('issuer_session')
    .executeTakeFirst();
}

export async function deleteSessionsNotOf(db: Db, openedUnder: string): Promise<void> {
  await db.deleteFrom('sessions').where('opened_under', '!=', openedUnder).execute();
}

/**
 * Deletes sessions of this issuer's people. A session alone: that session's. A person alone: all of theirs. Both:
 * that session of theirs, and theirs without an issuer's name.
 */
export function deleteSessionsByIssuer(
  db: Db,
  { issuer, subject, session }: { issuer: string; subject: string | null; session: string | null },
): Promise<{ id_hash: string; user_id: string }[]> {
  let people = db.selectFrom('users').select('id').where('issuer', '=', issuer);
  if (subject !== null) people = people.where('subject', '=', subject);
  let ended = db.deleteFrom('sessions').where('user_id', 'in', people);
  if (session !== null)
    ended = ended.where((e) => {
      const named = e('issuer_session', '=', session);
      return subject === null ? named : named.or('issuer_session', 'is', null);
    });
  return ended.returning(['id_hash', 'user_id']).execute();
}

/** Ends all of a person's sessions for good and remembers them. @returns the ended sessions */
export async function deleteSessionsOfGone(db: Tx, userId: string, now: string): Promise<string[]> {
  const ended = await deleteSessionsOf(db, userId, '');
  if (ended.length)
    await db
      .insertInto('gone_sessions')
      .values(ended.map((id_hash) => ({ id_hash, ended_at: now })))
      .execute();
  return ended;
}

export async function isSessionOfGone(db: Db, idHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('gone_sessions')
    .select('id_hash')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteGoneSessions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('gone_sessions').where('ended_at', '<=', before).execute();
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
