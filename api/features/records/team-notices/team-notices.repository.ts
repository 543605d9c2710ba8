import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { TeamChoicesTable } from './team-notices.table.ts';

export type ChoicesRow = Selectable<TeamChoicesTable>;

/** Everybody in the team, with the permissions of their role as JSON. */
export const selectTeam = prepared((db, _: object) =>
  db
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .select(['u.id', 'u.role_id', 'r.permissions'])
    .where('u.role_id', 'is not', null)
    .orderBy('u.id'),
);

/** One person with their role, address and choices. */
export const selectReader = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('users as u')
    .leftJoin('roles as r', 'r.id', 'u.role_id')
    .leftJoin('team_choices as c', 'c.user_id', 'u.id')
    .select(['u.role_id', 'r.permissions', 'u.email', 'u.email_verified', 'u.issuer', 'u.first_name'])
    .select(['c.mail_off', 'c.push_off', 'c.quiet_from', 'c.quiet_until'])
    .where('u.id', '=', p.userId),
);

/** One statement that writes only the changed columns, so that two devices do not undo each other's choices. */
export function upsertChoices(
  db: Db,
  row: Insertable<TeamChoicesTable>,
  change: Updateable<TeamChoicesTable>,
): Promise<ChoicesRow> {
  return db
    .insertInto('team_choices')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}
