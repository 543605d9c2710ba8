import { randomUUID } from 'node:crypto';
import { lowerEmail } from '../../../../contract/rules/email-address.ts';
import type { Invitation, InvitationForm } from '../../../../contract/schemas/team.ts';
import { instant } from '../../../../core/clock.ts';
import { daysAfter } from '../../../../core/durations.ts';
import { type Person, permissionsOf } from '../../../../core/person.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import { inBatches } from '../../../../db/batches.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { readPermissions } from '../../account/account.service.ts';
import { hasGone } from '../../account/deletion/deletion-state.service.ts';
import { recordAct } from '../../audit/audit.service.ts';
import { linkWorker } from '../../workers/workers.service.ts';
import { setRole } from '../administrators.repository.ts';
import { roleNamed, roleWord } from '../role-words.ts';
import { requirePermission, requireRole, tellRoles } from '../roles.service.ts';
import {
  closeInvitation,
  closeStale,
  countMade,
  deleteInvitations,
  findOpen,
  findOpenTo,
  hasTeamAddress,
  insertInvitation,
  type OpenInvitation,
  selectOpen,
  selectOpenAs,
} from './invitations.repository.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'mail' | 'bus' | 'changes'>;

const openDays = 7;
/** An address that is no user's yet receives a letter, so nobody may send many. */
const mostADay = 50;
/** Closed invitations are deleted after this time; the log keeps the act without the address. */
const keptDays = 90;

/** The open invitations that count, the newest first. */
export async function listInvitations(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'mail'>,
): Promise<Invitation[]> {
  const open = await selectOpen(deps.db, instant(deps.clock));
  return open.filter(counts).map((row) => present(deps, row));
}

/** Whether an invitation's maker may still give its role; another one is as good as taken back. */
export function counts(row: OpenInvitation): boolean {
  const makers = permissionsOf(row.maker_role_id, row.maker_permissions);
  return makers.has('roles.give') && permissionsOf(row.role_id, row.role_permissions).isSubsetOf(makers);
}

/** Whether somebody is invited to a role. */
export const isAwaited = async (db: Db, roleId: string, now: string): Promise<boolean> =>
  (await selectOpenAs(db, roleId, now)).some(counts);

/**
 * Invites an address to the team. The same invitation again returns the open one.
 * @throws Refusal `forbidden` for a role that may do more than the actor; `not_found` (the role); `conflict` if the
 * address belongs to the team or is invited to another role; `too_many_requests`
 */
export async function invite(deps: Parts, actor: Person, form: InvitationForm): Promise<Invitation> {
  const { db, clock, mail } = deps;
  const email = lowerEmail(form.email.trim());
  const roleId = roleNamed(form.role);
  if (roleId === null) throw notFound('Role');
  const { row, isNew } = await db.transaction().execute(async (tx) => {
    await requirePermission(tx, actor.id, 'roles.give');
    const { permissions } = await requireRole(tx, roleId);
    if (!permissions.isSubsetOf(await readPermissions(tx, actor.id)))
      throw new Refusal('forbidden', 'This role may do more than your own.');
    if (await hasTeamAddress(tx, email))
      throw new Refusal('conflict', 'This person belongs to the team already. Change their role instead.');
    const at = clock.now();
    const now = at.toISOString();
    const since = daysAfter(at, -1).toISOString();
    const before = await findOpenTo(tx, email, now);
    await closeStale(tx, email, { id: before && !counts(before) ? before.id : '', now });
    const id = randomUUID();
    const isNew = await insertInvitation(tx, {
      id,
      email,
      role_id: roleId,
      created_at: now,
      created_by: actor.id,
      expires_at: daysAfter(at, openDays).toISOString(),
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
      letter_due_at: mail ? now : null,
      letter_attempts: 0,
      letter_sent_at: null,
    });
    const row = await findOpenTo(tx, email, now);
    if (!row) throw new Error('The invitation could not be read');
    if (!isNew) {
      if (row.role_id === roleId) return { row, isNew };
      throw new Refusal(
        'conflict',
        'This address is invited to another role. Take that invitation back first.',
      );
    }
    if ((await countMade(tx, { by: actor.id, since, rows: mostADay + 1 })) > mostADay)
      throw new Refusal(
        'too_many_requests',
        'You have sent as many invitations as one person may send in a day.',
        {
          retryAfterSeconds: 3_600,
        },
      );
    await record(tx, { actorId: actor.id, act: 'team_invited', row, now });
    return { row, isNew };
  });
  if (isNew) tellRoles(deps, []);
  return present(deps, row);
}

/** Takes an open invitation back. @throws Refusal `not_found` if it is not open; `forbidden` */
export async function revokeInvitation(deps: Parts, actor: Person, id: string): Promise<void> {
  const now = instant(deps.clock);
  await deps.db.transaction().execute(async (tx) => {
    await requirePermission(tx, actor.id, 'roles.give');
    const row = await findOpen(tx, id, now);
    if (!row) throw notFound('Invitation');
    const { permissions } = await requireRole(tx, row.role_id);
    if (!permissions.isSubsetOf(await readPermissions(tx, actor.id)))
      throw new Refusal('forbidden', 'This role may do more than your own.');
    if (!(await takeBackInvitation(tx, { id, actorId: actor.id, now }))) throw notFound('Invitation');
  });
  tellRoles(deps, []);
}

/** Takes an invitation back whose reason has gone, whoever made it. @returns whether it was open */
export async function takeBackInvitation(
  db: Tx,
  { id, actorId, now }: { id: string; actorId: string; now: string },
): Promise<boolean> {
  const row = await findOpen(db, id, now);
  if (!row || !(await closeInvitation(db, id, { revoked_at: now }))) return false;
  await record(db, { actorId, act: 'invitation_revoked', row, now });
  return true;
}

/**
 * Gives a person who signs in the role to which their address is invited, in the transaction of the sign-in, which
 * holds the person's lock. An invitation counts only while its maker may still give the role, and for a member of the
 * team it is over: it would otherwise bring them back after their role is taken.
 * @returns whether the person has the role now
 */
export async function acceptInvitation(
  db: Tx,
  user: { id: string; email: string; email_verified: 0 | 1; role_id: string | null },
  now: string,
): Promise<boolean> {
  if (user.email_verified !== 1) return false;
  const row = await findOpenTo(db, lowerEmail(user.email), now);
  if (!row) return false;
  if (user.role_id !== null) await closeInvitation(db, row.id, { revoked_at: now });
  if (user.role_id !== null || !counts(row) || (await hasGone(db, user.id))) return false;
  const { name } = await requireRole(db, row.role_id);
  if (!(await closeInvitation(db, row.id, { accepted_at: now, accepted_by: user.id }))) return false;
  await setRole(db, user.id, row.role_id, now);
  await linkWorker(db, { invitationId: row.id, userId: user.id, now });
  await recordAct(db, {
    actorId: user.id,
    act: 'role_changed',
    subject: { kind: 'user', id: user.id },
    userId: user.id,
    details: { from: 'customer', to: roleWord(row.role_id), ...(name && { name }), by: 'invitation' },
    now,
  });
  return true;
}

/** Deletes invitations that were made long ago. */
export async function clearInvitations(
  deps: Pick<Deps, 'db' | 'clock'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const before = daysAfter(clock.now(), -keptDays).toISOString();
  await inBatches(db, stopping, (tx, rows) => deleteInvitations(tx, { before, rows }));
}

/** The log names the role, not the address. */
const record = (
  db: Db,
  of: { actorId: string; act: 'team_invited' | 'invitation_revoked'; row: OpenInvitation; now: string },
): Promise<void> =>
  recordAct(db as Tx, {
    actorId: of.actorId,
    act: of.act,
    subject: { kind: 'invitation', id: of.row.id },
    userId: null,
    details: { role: of.row.role_id, name: of.row.role_name },
    now: of.now,
  });

function present(deps: Pick<Deps, 'env' | 'mail'>, row: OpenInvitation): Invitation {
  const { env, mail } = deps;
  const unsent = row.letter_due_at !== null ? 'waiting' : mail ? 'failed' : 'none';
  return {
    id: row.id,
    email: row.email,
    role: { id: row.role_id, name: row.role_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    link: env.PUBLIC_URL + invitationPath(row),
    letter: row.letter_sent_at !== null ? 'sent' : unsent,
  };
}

/**
 * Leads to the sign-in, and then to the team's pages if the role opens one. It is no secret: the sign-in decides whose
 * the role is.
 */
export function invitationPath({
  role_id,
  role_permissions,
}: Pick<OpenInvitation, 'role_id' | 'role_permissions'>): string {
  const rights = [...permissionsOf(role_id, role_permissions)];
  const ownPage = rights.includes('work.own') ? '/admin/week' : '/';
  const returnTo = rights.some((right) => right !== 'work.own') ? '/admin' : ownPage;
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}
