import type { Db, Tx } from '../../db/database.ts';
import type { LogoutTokenTable } from '../account/account.table.ts';

/** @returns whether it was not known */
export async function insertLogoutToken(tx: Tx, token: LogoutTokenTable): Promise<boolean> {
  const kept = await tx
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

/**
 * Whether it was heard since an instant that such a session is over: as the sessions are found that are ended
 * (`deleteSessionsByIssuer`).
 */
export async function wasSaidOver(
  db: Db,
  p: { subject: string; session: string | null; since: string },
): Promise<boolean> {
  const said = await db
    .selectFrom('logout_tokens')
    .select('id')
    .where('heard_at', '>', p.since)
    // What was heard before digests were kept names nobody.
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
  return said !== undefined;
}
