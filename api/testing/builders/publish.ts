import { randomBytes } from 'node:crypto';
import type { RunningChoice } from '../../contract/rules/plan-terms.ts';
import type { Db } from '../../db/database.ts';
import type { PlanVersion } from '../../features/records/plans/plans.rules.ts';
import { firstVersion } from './first-version.ts';

/**
 * Puts a version of a plan on sale; a plan without one is new. What is left out is Standard's.
 * @returns the version
 */
export async function publish(
  db: Db,
  tier: string,
  {
    running = 'keep',
    ...given
  }: Partial<Omit<PlanVersion, 'id' | 'tier'>> & { running?: RunningChoice } = {},
): Promise<PlanVersion> {
  const { position, ...version } = {
    ...firstVersion('standard'),
    ...given,
    tier,
    id: `${tier}_${randomBytes(5).toString('hex')}`,
  };
  const { name, priceCents: price_cents, minutes, concierge, features } = version;
  const now = new Date().toISOString();
  const { n } = await db
    .selectFrom('plan_versions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('plan_id', '=', tier)
    .executeTakeFirstOrThrow();
  const marks = { popular: 0, premium: 0, on_sale: 1, revision: 1, created_at: now, updated_at: now };
  await db
    .insertInto('plans')
    .values({ id: tier, position, version_id: version.id, ...marks })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version_id: version.id, on_sale: 1 }))
    .execute();
  const row = {
    id: version.id,
    plan_id: tier,
    number: Number(n) + 1,
    features: JSON.stringify(features),
    running,
    published_at: now,
  };
  const rights = { notice_hours: 0, horizon_days: null, same_day: 1, priority: 0 };
  await db
    .insertInto('plan_versions')
    .values({ ...row, ...rights, name, price_cents, minutes, concierge })
    .execute();
  return { ...version, position };
}

/** Takes a plan off sale; its members keep it. */
export const retire = (db: Db, tier: string) =>
  db.updateTable('plans').set({ on_sale: 0 }).where('id', '=', tier).execute();
