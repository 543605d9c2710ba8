import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { InvitationTable } from './invitations.table.ts';

export type InvitationRow = Selectable<InvitationTable>;

const openOnes = (db: Db, now: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('roles as r', 'r.id', 'i.role_id')
    .innerJoin('users as maker', 'maker.id', 'i.created_by')
    .leftJoin('roles as makers', 'makers.id', 'maker.role_id')
    .selectAll('i')
    .select([
      'r.name as role_name',
      'r.permissions as role_permissions',
      'maker.role_id as maker_role_id',
      'makers.permissions as maker_permissions',
    ])
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now);

/** An open invitation with its role, and the present role of its maker. */
export type OpenInvitation = InvitationRow & {
  role_name: string;
  role_permissions: string;
  maker_role_id: string | null;
  maker_permissions: string | null;
};

export const selectOpen = (db: Db, now: string): Promise<OpenInvitation[]> =>
  openOnes(db, now).orderBy('i.created_at', 'desc').orderBy('i.id').execute();

export const findOpen = (db: Db, id: string, now: string): Promise<OpenInvitation | undefined> =>
  openOnes(db, now).where('i.id', '=', id).executeTakeFirst();

export const findOpenTo = (db: Db, email: string, now: string): Promise<OpenInvitation | undefined> =>
  openOnes(db, now).where('i.email', '=', email).executeTakeFirst();

export const selectOpenAs = (db: Db, roleId: string, now: string): Promise<OpenInvitation[]> =>
  openOnes(db, now).where('i.role_id', '=', roleId).execute();

/** The invitations that a person has made since, at most `rows`. */
export async function countMade(db: Db, p: { by: string; since: string; rows: number }): Promise<number> {
  const made = await db
    .selectFrom('invitations')
    .select('id')
    .where('created_by', '=', p.by)
    .where('created_at', '>', p.since)
    .limit(p.rows)
    .execute();
  return made.length;
}

/** Closes the invitation to this address that has expired, or the named one: it makes place for a new one. */
export async function closeStale(db: Tx, email: string, p: { id: string; now: string }): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: p.now, letter_due_at: null })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', '<=', p.now), e('id', '=', p.id)]))
    .execute();
}

/** Closes the open invitation to an address that needs none any more. */
export async function closeOpenTo(db: Tx, email: string, now: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revoked_at: now, letter_due_at: null })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/** @returns whether there was no open invitation to the address */
export async function insertInvitation(db: Tx, row: Insertable<InvitationTable>): Promise<boolean> {
  const added = await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Ends an open invitation, once. @returns it; `undefined` if it is not open any more */
export function closeInvitation(
  db: Tx,
  id: string,
  end: { revoked_at: string } | { accepted_at: string; accepted_by: string },
): Promise<InvitationRow | undefined> {
  return db
    .updateTable('invitations')
    .set({ ...end, letter_due_at: null })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Whether the issuer vouches for this address of a member of the team. */
export async function hasTeamAddress(db: Db, email: string): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'is not', null)
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .where('email_verified', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

export const selectDueLetters = (db: Db, now: string, rows: number): Promise<OpenInvitation[]> =>
  openOnes(db, now).where('i.letter_due_at', '<=', now).orderBy('i.letter_due_at').limit(rows).execute();

/** Takes a letter for this process until then. @returns whether no other process has taken it */
export async function claimLetter(
  db: Db,
  { id, letter_due_at, letter_attempts }: InvitationRow,
  until: string,
): Promise<boolean> {
  const claimed = await db
    .updateTable('invitations')
    .set({ letter_due_at: until, letter_attempts: letter_attempts + 1 })
    .where('id', '=', id)
    .where('letter_due_at', '=', letter_due_at)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function updateLetter(
  db: Db,
  id: string,
  letter: { letter_due_at: string | null; letter_sent_at?: string },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set(letter)
    .where('id', '=', id)
    // One that was closed meanwhile needs no letter.
    .where('letter_due_at', 'is not', null)
    .execute();
}

/** Deletes invitations that were made before, at most `rows`. @returns the number of deleted ones */
export async function deleteInvitations(db: Tx, p: { before: string; rows: number }): Promise<number> {
  const old = db.selectFrom('invitations').select('id').where('created_at', '<', p.before).limit(p.rows);
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
