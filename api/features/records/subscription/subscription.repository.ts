import type { Updateable } from 'kysely';
import type { PlanTier } from '../../../contract/rules/plans.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { locked } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { SubscriptionAttemptTable, SubscriptionTable } from './subscription.table.ts';

/** A member's running plan; read with every `readUser`. */
export const selectPlan = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('subscriptions')
    .select(['provider_id', 'version_id', 'next_version_id', 'status'])
    .select(['current_period_start', 'current_period_end'])
    .where('user_id', '=', p.userId)
    .where('status', 'in', ['active', 'past_due']),
);

/** The person's one row that has not ended. */
export function findLive(db: Db, userId: string): Promise<SubscriptionTable | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'ended')
    .executeTakeFirst();
}

/** Stores an attempt the first time. @returns the stored attempt, and the state of its subscription */
export async function rememberAttempt(
  db: Db,
  attempt: Omit<SubscriptionAttemptTable, 'subscription_id'>,
): Promise<{ tier: PlanTier; status: SubscriptionTable['status'] | null }> {
  await db
    .insertInto('subscription_attempts')
    .values({ ...attempt, subscription_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('subscription_attempts as a')
    .leftJoin('subscriptions as s', 's.id', 'a.subscription_id')
    .select(['a.tier', 's.status'])
    .where('a.user_id', '=', attempt.user_id)
    .where('a.client_id', '=', attempt.client_id)
    .executeTakeFirstOrThrow();
}

export async function answerAttempt(db: Db, userId: string, clientId: string, id: string): Promise<void> {
  await db
    .updateTable('subscription_attempts')
    .set({ subscription_id: id })
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .execute();
}

/** The caller holds the person's lock, and has found no live row of theirs. */
export async function insertSubscription(db: Tx, row: SubscriptionTable): Promise<void> {
  await db.insertInto('subscriptions').values(row).execute();
}

/** Found by the provider's id, or by our own if the provider's is not stored yet. */
export function findByProvider(
  db: Db,
  { providerId, ownId }: { providerId: string; ownId: string | undefined },
): Promise<SubscriptionTable | undefined> {
  return ours(db, providerId, ownId).executeTakeFirst();
}

/** The same row, locked until the transaction ends. */
export function lockByProvider(
  db: Tx,
  { providerId, ownId }: { providerId: string; ownId: string | undefined },
): Promise<SubscriptionTable | undefined> {
  return locked(db, ours(db, providerId, ownId)).executeTakeFirst();
}

const ours = (db: Db, providerId: string, ownId: string | undefined) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', providerId),
        eb.and([eb('id', '=', ownId ?? ''), eb('provider_id', 'is', null)]),
      ]),
    );

/** A row, locked until the transaction ends. */
export const lockSubscription = (db: Tx, id: string): Promise<SubscriptionTable | undefined> =>
  locked(db, db.selectFrom('subscriptions').selectAll().where('id', '=', id)).executeTakeFirst();

/** The caller holds the row's lock. */
export async function updateSubscription(
  db: Tx,
  id: string,
  change: Updateable<SubscriptionTable>,
): Promise<void> {
  await db.updateTable('subscriptions').set(change).where('id', '=', id).execute();
}

/** Stores the provider's first answer; a row that has ended meanwhile stays ended. */
export async function keepProviderId(db: Db, id: string, providerId: string, now: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set(({ eb }) => ({
      provider_id: providerId,
      status: eb
        .case()
        .when('status', '=', 'starting')
        .then(eb.val<'incomplete'>('incomplete'))
        .else(eb.ref('status'))
        .end(),
      revision: eb('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute();
}

/** Ends a plan that was begun and is unknown at the provider. */
export async function endUnpaid(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set(({ eb }) => ({ status: 'ended', revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'incomplete'])
    .execute();
}

/**
 * Plans not checked since `before` that need a check; the longest unchecked first. They were begun and are unpaid,
 * they owe, they are changing, or their period has ended by `now` or granted no hours. The last case exists because
 * the provider begins a period before its payment.
 */
export function selectUnsettled(
  db: Db,
  { before, now, limit }: { before: string; now: string; limit: number },
): Promise<SubscriptionTable[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['starting', 'incomplete', 'past_due']),
        eb.and([eb('status', '=', 'active'), eb('current_period_end', '<', now)]),
        eb.and([
          eb('status', '=', 'active'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('hour_grants')
                .select('hour_grants.id')
                .whereRef('hour_grants.subscription_id', '=', 'subscriptions.id')
                .whereRef('hour_grants.period_end', '=', 'subscriptions.current_period_end')
                .where('hour_grants.kind', '=', 'period'),
            ),
          ),
        ]),
        eb.exists(
          eb
            .selectFrom('plan_changes')
            .select('plan_changes.id')
            .whereRef('plan_changes.subscription_id', '=', 'subscriptions.id')
            .where('plan_changes.status', '=', 'open'),
        ),
      ]),
    )
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** Notes that a plan was checked. */
export async function touchSubscription(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('subscriptions').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Notes that the plan's end does not come from a deletion. */
export async function clearLeaving(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ leaving: 0 })
    .where('user_id', '=', userId)
    .where('leaving', '=', 1)
    .execute();
}

type Unsettled = Pick<SubscriptionTable, 'id' | 'user_id'>;

/** Plans not checked since `before` that would continue although their member's account is to be deleted. */
export function selectPlansOfLeavers(db: Db, before: string, rows: number): Promise<Unsettled[]> {
  return db
    .selectFrom('account_deletions as d')
    .innerJoin('subscriptions as s', 's.user_id', 'd.user_id')
    .select(['s.id', 's.user_id'])
    .where('d.due_at', 'is not', null)
    .where('d.begun_at', 'is', null)
    .where('s.status', 'in', ['active', 'past_due'])
    .where('s.cancel_at_period_end', '=', 0)
    .where('s.updated_at', '<', before)
    .orderBy('s.updated_at')
    .limit(rows)
    .execute();
}

/** Plans not checked since `before` that end because of a deletion that was taken back. */
export function selectPlansOfStayers(db: Db, before: string, rows: number): Promise<Unsettled[]> {
  return db
    .selectFrom('subscriptions as s')
    .leftJoin('account_deletions as d', 'd.user_id', 's.user_id')
    .select(['s.id', 's.user_id'])
    .where((eb) => eb('s.leaving', '=', eb.lit(1)))
    .where('s.status', 'in', ['active', 'past_due'])
    .where('s.updated_at', '<', before)
    .where('d.user_id', 'is', null)
    .orderBy('s.updated_at')
    .limit(rows)
    .execute();
}
