import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { instant } from '../../../core/clock.ts';
import { administrator } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { type Claims, IdentityRefused } from '../../../providers/identity/identity.ts';
import { isListed, isMadeAdmin } from '../../records/account/account.policy.ts';
import { lockPerson, upsertUser } from '../../records/account/account.repository.ts';
import { readPermissions } from '../../records/account/account.service.ts';
import type { UserTable } from '../../records/account/account.table.ts';
import { rememberWords } from '../../records/account/people-search/people-search.service.ts';
import { noteChange } from '../../records/account/stale-customers/stale-customers.service.ts';
import { followAdminList } from '../../records/administrators/admins.service.ts';
import { acceptInvitation } from '../../records/administrators/invitations/invitations.service.ts';
import { roleWord } from '../../records/administrators/role-words.ts';
import { recordBecoming, tellRoles } from '../../records/administrators/roles.service.ts';

/**
 * The person whom the issuer vouches for: created at the first sign-in and updated at every other.
 * @returns their id
 * @throws IdentityRefused if the issuer gives no e-mail address: we could never write to them
 */
export async function recognise(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'bus' | 'changes'>,
  claims: Claims,
): Promise<string> {
  const { db, clock, env } = deps;
  if (!claims.email)
    throw new IdentityRefused('no_email', { cause: new Error('the issuer gives no e-mail address') });
  const now = instant(clock);
  const row: Insertable<UserTable> = {
    id: randomUUID(),
    issuer: claims.issuer,
    subject: claims.subject,
    email: claims.email,
    email_verified: claims.emailVerified ? 1 : 0,
    first_name: claims.firstName,
    last_name: claims.lastName,
    profile_image_url: claims.pictureUrl,
    role_id: isMadeAdmin(env, claims) ? administrator : null,
    admin_by_list: isListed(env, claims) ? 1 : 0,
    customer_id: null,
    concierge_contact: null,
    created_at: now,
    updated_at: now,
  };
  const { user, isNewOfTeam } = await db.transaction().execute(async (tx) => {
    const before = await lockPerson(tx, row);
    const user = await upsertUser(tx, row);
    await rememberWords(tx, user);
    if (before) await noteChange(tx, before, user, now);
    // A person created by a simultaneous first sign-in was logged by that one.
    const isFirst = user.id === row.id;
    const isNewAdmin =
      user.role_id === administrator && (before ? before.role_id !== administrator : isFirst);
    if (isNewAdmin)
      await recordBecoming(tx, {
        id: user.id,
        from: before ? roleWord(before.role_id) : null,
        by: 'address',
        now,
      });
    return { user, isNewOfTeam: (await acceptInvitation(tx, user, now)) || isNewAdmin };
  });
  if (isNewOfTeam) tellRoles(deps, [user.id]);
  if (user.role_id === administrator && user.admin_by_list === 1) await followAdminList(deps, user.id);
  return user.id;
}

/**
 * The first page after a sign-in that was begun without a page to return to: the team's day for those whose role opens
 * it, the dashboard for all others.
 */
export const readLanding = async (db: Db, personId: string): Promise<string> =>
  (await readPermissions(db, personId)).has('bookings.read') ? '/admin/today' : '/';
