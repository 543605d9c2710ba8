import type { User } from '../../../contract/schemas/people.ts';
import { instant } from '../../../core/clock.ts';
import type { Deps } from '../../../deps.ts';
import { readPermissions, requireUser } from '../../records/account/account.service.ts';
import { readHeldAndExpiring } from '../../records/hours/held/free-hours.service.ts';
import { readBalance } from '../../records/hours/hours.service.ts';
import { listOwed } from '../../records/hours/overage/agreements.service.ts';
import { readPlan } from '../../records/subscription/subscription.service.ts';
import { presentUser } from './profile.presenter.ts';

/** The signed-in person with their plan and hours (spec §3). */
export async function readUser(deps: Pick<Deps, 'db' | 'clock' | 'env'>, id: string): Promise<User> {
  const { db, clock, env } = deps;
  const user = await requireUser(db, id);
  const plan = await readPlan(db, id);
  const now = instant(clock);
  const balance = await readBalance(db, id, now);
  // Without a plan and without remaining hours nothing can be held.
  const hasHours = plan !== null || balance.remainingMinutes > 0;
  const held = hasHours ? await readHeldAndExpiring(db, id, now) : { heldMinutes: 0, expiring: null };
  const permissions = user.role_id === null ? [] : [...(await readPermissions(db, id))].sort();
  const owes = (await listOwed(db, id)).length > 0;
  return presentUser(user, {
    plan,
    permissions,
    owes,
    balance,
    ...held,
    supportPhone: env.SUPPORT_PHONE,
    zone: env.BUSINESS_TIME_ZONE,
  });
}
