import { isClaim } from '../contract/rules/look/texts.ts';
import { planTiers } from '../contract/rules/plans.ts';
import type { Db } from '../db/database.ts';

/**
 * Takes the spec's claims out of the features of the first plans where people are real, as its texts are without them:
 * their owner enters what they stand behind. A version that somebody was sold stays as it was sold. May run at every
 * start and in several processes.
 */
export async function withdrawPlanClaims(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('plan_versions as v')
    .select(['v.id', 'v.features'])
    .where('v.id', 'in', planTiers)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('subscriptions as s').select('s.id').whereRef('s.version_id', '=', 'v.id'))),
    )
    .execute();
  for (const { id, features } of rows) {
    const all = JSON.parse(features) as string[];
    const left = all.filter((feature) => !isClaim(feature));
    if (left.length < all.length)
      await db
        .updateTable('plan_versions')
        .set({ features: JSON.stringify(left) })
        .where('id', '=', id)
        .where('features', '=', features)
        .execute();
  }
}

/** A description of the first offer without what it claims of the people who come. */
export const unclaimedText = (text: string): string =>
  text.replaceAll('licensed trades', 'tradespeople').replaceAll('a licensed ', 'a ');
