import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { sandboxIssuer } from '../../../../core/counterparties.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import type { SubscriptionTable } from '../subscription.table.ts';
import type { PlanMoveTable } from './moves.table.ts';

export type MoveRow = Selectable<PlanMoveTable>;

/** The running plans that renew with the plan that they are: those that a new version can reach. */
export const renewing = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .where('s.status', 'in', ['active', 'past_due'])
    .where('s.cancel_at_period_end', '=', 0)
    .where('s.provider_id', 'is not', null)
    .where('s.current_period_end', 'is not', null)
    .whereRef('s.next_tier', '=', 's.tier');

/**
 * Whether letters reach the person `u`: as the delivery decides it, an address that its issuer vouches for.
 * @param issuer the name of the issuer that people sign in with
 */
export const isReached = (issuer: string): RawBuilder<boolean> =>
  issuer === sandboxIssuer.name
    ? sql`u.email_verified = 1`
    : sql`(u.email_verified = 1 and u.issuer <> ${sandboxIssuer.name})`;

/**
 * Running plans on an earlier version than one that moves its members, without a planned move to it. A member whom no
 * letter reaches keeps the version that they have.
 */
export const selectToMove = (
  db: Db,
  { now, issuer, limit }: { now: string; issuer: string; limit: number },
): Promise<{ id: string; user_id: string; wanted: string }[]> =>
  renewing(db)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where(isReached(issuer))
    .innerJoin('plans as p', 'p.id', 's.tier')
    .innerJoin('plan_versions as v', 'v.id', 'p.version_id')
    .select(['s.id', 's.user_id', 'v.id as wanted'])
    .where('v.running', '=', 'move')
    .whereRef('s.version_id', '!=', 'v.id')
    .where('s.current_period_end', '>', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('plan_moves as m')
            .select('m.id')
            .whereRef('m.subscription_id', '=', 's.id')
            .whereRef('m.version_id', '=', 'v.id')
            .where('m.status', '=', 'planned'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(limit)
    .execute();

/**
 * Running plans with planned moves that the version on sale has called off, because its members keep what they have. A
 * move that the provider has already, or that a change under way may bring there, is none of these.
 */
export const selectCalledOff = (db: Db, limit: number): Promise<{ id: string; user_id: string }[]> =>
  db
    .selectFrom('plan_moves as m')
    .innerJoin('subscriptions as s', 's.id', 'm.subscription_id')
    .innerJoin('plans as p', 'p.id', 'm.tier')
    .innerJoin('plan_versions as v', 'v.id', 'p.version_id')
    .select(['s.id', 's.user_id'])
    .distinct()
    .where('m.status', '=', 'planned')
    .where('m.at_provider', '=', 0)
    .where('v.running', '=', 'keep')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('plan_changes as c')
            .select('c.id')
            .whereRef('c.subscription_id', '=', 's.id')
            .where('c.status', '=', 'open'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(limit)
    .execute();

/** The planned moves of a plan, the next one first. */
export const selectPlanned = (db: Db, subscriptionId: string): Promise<MoveRow[]> =>
  db
    .selectFrom('plan_moves')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'planned')
    .orderBy('at')
    .execute();

export async function isPlanned(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_moves')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertMove(db: Tx, row: Insertable<PlanMoveTable>): Promise<void> {
  await db.insertInto('plan_moves').values(row).execute();
}

/** A move that is done or dropped never changes again. */
export async function updateMove(db: Db, id: string, change: Updateable<PlanMoveTable>): Promise<void> {
  await db
    .updateTable('plan_moves')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .execute();
}

/** Planned moves whose letter is not known to be sent, the earliest renewal first. */
export const selectUntold = (
  db: Db,
  limit: number,
): Promise<(Pick<MoveRow, 'id' | 'at'> & Pick<SubscriptionTable, 'provider_id'>)[]> =>
  db
    .selectFrom('plan_moves as m')
    .innerJoin('subscriptions as s', 's.id', 'm.subscription_id')
    .select(['m.id', 'm.at', 's.provider_id'])
    .where('m.status', '=', 'planned')
    .where('m.letter_at', 'is', null)
    .orderBy('m.at')
    .limit(limit)
    .execute();

/** Told moves to be made at the provider now, of plans whose last period on the old version ends by `until`. */
export const selectDueMoves = (
  db: Db,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<(SubscriptionTable & { wanted: string; at: string })[]> =>
  renewing(db)
    .innerJoin('plan_moves as m', 'm.subscription_id', 's.id')
    .selectAll('s')
    .select(['m.version_id as wanted', 'm.at'])
    .where('m.status', '=', 'planned')
    .where('m.letter_at', 'is not', null)
    .where('m.at_provider', '=', 0)
    .where('m.at', '<=', until)
    .where((eb) => eb.or([eb('m.held_until', 'is', null), eb('m.held_until', '<=', now)]))
    .where('s.current_period_end', '>', now)
    .where('s.current_period_end', '<=', until)
    .orderBy('m.at')
    .limit(limit)
    .execute();
