import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { locked } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { SubscriptionTable } from './subscription.table.ts';

/** A member's plan, if one is running; read with every `readUser`. */
export const selectPlan = prepared<
  { userId: string },
  Pick<SubscriptionTable, 'tier' | 'status' | 'current_period_start' | 'current_period_end'>
>((db, p) =>
  db
    .selectFrom('subscriptions')
    .select(['tier', 'status', 'current_period_start', 'current_period_end'])
    .where('user_id', '=', p.userId)
    .where('status', 'in', ['active', 'past_due']),
);

/** The one row of a user that has not ended. */
export function findLive(db: Db, userId: string): Promise<SubscriptionTable | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'ended')
    .executeTakeFirst();
}

/** Inserts unless the user has a live row already. */
export async function insertUnlessLive(db: Db, row: SubscriptionTable): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').where('status', '!=', 'ended').doNothing())
    .execute();
}

/** By the provider's id, or by ours where the provider's answer was lost before it was kept. */
export function lockByProvider(
  tx: Tx,
  providerId: string,
  ownId: string | undefined,
): Promise<SubscriptionTable | undefined> {
  const query = tx
    .selectFrom('subscriptions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', providerId),
        eb.and([eb('id', '=', ownId ?? ''), eb('provider_id', 'is', null)]),
      ]),
    );
  return locked(tx, query).executeTakeFirst();
}

export async function updateSubscription(
  db: Db,
  id: string,
  change: Updateable<SubscriptionTable>,
): Promise<void> {
  await db.updateTable('subscriptions').set(change).where('id', '=', id).execute();
}

/** Keeps the provider's first answer. */
export async function keepProviderId(db: Db, id: string, providerId: string, now: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ provider_id: providerId, status: 'incomplete', updated_at: now })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

/** Begun and not paid, since before `before`. */
export function selectUnpaid(db: Db, before: string, limit: number): Promise<SubscriptionTable[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', ['starting', 'incomplete'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}
