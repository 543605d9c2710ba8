import type { Db, Tx } from '../../../../db/database.ts';
import type { LogoutTokenTable } from '../../../records/account/account.table.ts';

/** @returns whether the token is new */
export async function insertLogoutToken(db: Tx, token: LogoutTokenTable): Promise<boolean> {
  const kept = await db
    .insertInto('logout_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function deleteLogoutTokens(db: Db, heardBefore: string): Promise<void> {
  await db.deleteFrom('logout_tokens').where('heard_at', '<', heardBefore).execute();
}

/** Whether a logout token since an instant names such a session, by the same rule as `deleteSessionsByIssuer`. */
export async function wasSaidOver(
  db: Db,
  p: { subject: string; session: string | null; since: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('logout_tokens')
    .select('id')
    .where('heard_at', '>', p.since)
    // Tokens stored before the digests existed name nobody.
    .where((e) => e.or([e('subject_digest', 'is not', null), e('session_digest', 'is not', null)]))
    .where((e) => e.or([e('subject_digest', '=', p.subject), e('subject_digest', 'is', null)]))
    .where((e) =>
      e.or([
        e('session_digest', 'is', null),
        p.session === null ? e('subject_digest', 'is not', null) : e('session_digest', '=', p.session),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
