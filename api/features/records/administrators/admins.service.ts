import { lowerEmail } from '../../../contract/rules/email-address.ts';
import { instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import { administrator } from '../../../core/person.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type Address, canSignIn, isListed } from '../account/account.policy.ts';
import { recordAct } from '../audit/audit.service.ts';
import { letGoOfAll } from '../chat/assignees.service.ts';
import { lockAdmins, lockPeopleAndAdmins, selectByEmailOrId, setRole } from './administrators.repository.ts';
import { roleWord } from './role-words.ts';
import { tellRoles } from './roles.service.ts';

type Parts = Pick<Deps, 'db' | 'clock'> & { env: Pick<Env, 'ADMIN_EMAILS' | 'ISSUER'> };

/**
 * Ends the role of administrators who came from ADMIN_EMAILS and are no longer named there, or whose address is no
 * longer vouched for. Administrators made by the team or by the command stay. The last one who can sign in stays
 * too, unless the list names somebody.
 * @param only one person, who has just signed in
 * @returns the number of unlisted administrators who stayed
 */
export async function followAdminList(
  deps: Parts & Pick<Deps, 'bus' | 'changes'>,
  only?: string,
): Promise<{ kept: number }> {
  const { db, clock, env, bus, changes } = deps;
  const dismissed: string[] = [];
  const kept = await db.transaction().execute(async (tx) => {
    const admins = await lockAdmins(tx);
    const unlisted = admins.filter((who) => who.admin_by_list === 1 && !isListed(env, addressOf(who)));
    const candidates = only === undefined ? unlisted : unlisted.filter(({ id }) => id === only);
    const staying = new Set(admins.filter((who) => canSignIn(env, who)).map(({ id }) => id));
    for (const { id } of candidates) {
      if (staying.size <= 1 && staying.has(id) && env.ADMIN_EMAILS.length === 0) continue;
      staying.delete(id);
      await dismiss(tx, { id, role_id: administrator }, 'address', instant(clock));
      dismissed.push(id);
    }
    return candidates.length - dismissed.length;
  });
  if (dismissed.length > 0) tellRoles({ bus, changes }, dismissed);
  return { kept };
}

export type Removal = 'removed' | 'last' | 'no member' | 'unknown' | 'several';

/**
 * Takes the role of a member of the team, who is then a customer; named by a vouched-for address or by id. The last
 * administrator who can sign in stays. The act is logged.
 * @returns `listed`: their next sign-in would make them an administrator
 */
export async function removeMember(
  deps: Parts,
  who: string,
): Promise<{ removal: Removal; listed: boolean; found: { id: string; issuer: string }[] }> {
  const { db, clock, env } = deps;
  const found = await selectByEmailOrId(db, lowerEmail(who.trim()));
  const [only, another] = found;
  const nobody = { listed: false, found };
  if (!only) return { removal: 'unknown', ...nobody };
  if (another) return { removal: 'several', ...nobody };
  return db.transaction().execute(async (tx) => {
    const people = await lockPeopleAndAdmins(tx, [only.id]);
    const them = people.find(({ id }) => id === only.id);
    if (!them || them.role_id === null) return { removal: 'no member', ...nobody };
    const others = people.filter((one) => one.id !== only.id && canSignIn(env, one));
    if (them.role_id === administrator && others.length === 0) return { removal: 'last', ...nobody };
    await dismiss(tx, them, 'command', instant(clock));
    return { removal: 'removed', listed: isListed(env, addressOf(them)), found };
  });
}

const addressOf = (row: { email: string; email_verified: 0 | 1 }): Address => ({
  email: row.email,
  emailVerified: row.email_verified === 1,
});

/** No other person caused this, so the log shows it as the person's own act. */
async function dismiss(
  db: Tx,
  { id, role_id }: { id: string; role_id: string | null },
  by: 'address' | 'command',
  now: string,
): Promise<void> {
  await setRole(db, id, null, now);
  await letGoOfAll(db, id, now);
  await recordAct(db, {
    actorId: id,
    act: 'role_changed',
    subject: { kind: 'user', id },
    userId: id,
    details: { from: roleWord(role_id), to: 'customer', by },
    now,
  });
}
