import { type TeamNewsKind, teamNewsKinds, teamNewsOf } from '../../../contract/access/team-news.ts';
import type { TeamChoices, TeamChoicesForm } from '../../../contract/schemas/team.ts';
import { instant } from '../../../core/clock.ts';
import { type Person, permissionsOf } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type ChoicesRow, selectReader, upsertChoices } from './team-notices.repository.ts';
import type { QuietHours } from './team-notices.rules.ts';

type Stored = Pick<ChoicesRow, 'mail_off' | 'push_off' | 'quiet_from' | 'quiet_until'>;

/**
 * The choices of a person who has made none: a waiting chat is no matter for a letter, a new booking none for a push
 * message, and the night is quiet.
 */
const unchosen: Stored = {
  mail_off: '["chat_waiting"]',
  push_off: '["booking"]',
  quiet_from: '21:00',
  quiet_until: '07:00',
};

/** A person's choices, and which kinds of news their role lets them have. */
export async function readTeamChoices(db: Db, person: Person): Promise<TeamChoices> {
  const [row] = await selectReader(db, { userId: person.id });
  return present(choicesOf(row), person);
}

/** Stores the given choices; those left out stay. */
export async function saveTeamChoices(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  given: TeamChoicesForm,
): Promise<TeamChoices> {
  const { db, clock, changes } = deps;
  const off = (on: readonly TeamNewsKind[]) =>
    JSON.stringify(teamNewsKinds.filter((kind) => !on.includes(kind)));
  const change = {
    ...(given.mail && { mail_off: off(given.mail) }),
    ...(given.push && { push_off: off(given.push) }),
    ...(given.quiet !== undefined && {
      quiet_from: given.quiet?.from ?? null,
      quiet_until: given.quiet?.until ?? null,
    }),
    updated_at: instant(clock),
  };
  const row = await upsertChoices(db, { ...unchosen, ...change, user_id: person.id }, change);
  changes.tell({ people: [person.id], keys: ['/api/admin/notices'] });
  return present(row, person);
}

/** A member of the team as the reader of a notice. */
export interface Reader {
  email: string;
  email_verified: 0 | 1;
  issuer: string;
  first_name: string;
  /** The kinds of news that the present role lets them have. */
  offered: ReadonlySet<TeamNewsKind>;
  permissions: ReturnType<typeof permissionsOf>;
  mail: ReadonlySet<TeamNewsKind>;
  push: ReadonlySet<TeamNewsKind>;
  quiet: QuietHours | null;
}

/** The reader of a notice as they are now. @returns `null` for a person who is no more */
export async function readReader(db: Db, userId: string): Promise<Reader | null> {
  const [row] = await selectReader(db, { userId });
  if (!row) return null;
  const permissions = permissionsOf(row.role_id, row.permissions);
  const stored = choicesOf(row);
  const { email, email_verified, issuer, first_name } = row;
  return {
    ...{ email, email_verified, issuer, first_name, permissions },
    offered: new Set(teamNewsOf(permissions)),
    mail: onIn(stored.mail_off),
    push: onIn(stored.push_off),
    quiet: quietOf(stored),
  };
}

/** The stored choices; those of an outer join are null before the first one. */
const choicesOf = (row: { [K in keyof Stored]: Stored[K] | null } | undefined): Stored =>
  row?.mail_off && row.push_off
    ? {
        mail_off: row.mail_off,
        push_off: row.push_off,
        quiet_from: row.quiet_from,
        quiet_until: row.quiet_until,
      }
    : unchosen;

const onIn = (off: string): Set<TeamNewsKind> =>
  new Set(teamNewsKinds.filter((kind) => !(JSON.parse(off) as string[]).includes(kind)));

const quietOf = ({ quiet_from, quiet_until }: Stored): QuietHours | null =>
  quiet_from && quiet_until ? { from: quiet_from, until: quiet_until } : null;

function present(stored: Stored, person: Person): TeamChoices {
  return {
    offered: teamNewsOf(person.permissions),
    mail: [...onIn(stored.mail_off)],
    push: [...onIn(stored.push_off)],
    quiet: quietOf(stored),
  };
}
