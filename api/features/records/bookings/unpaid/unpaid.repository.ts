import type { Db, Tx } from '../../../../db/database.ts';
import { lockedForChange } from '../../../../db/open.ts';

/** Bookings that have waited for a plan since before an instant, the longest first. */
export function selectUnpaid(
  db: Db,
  before: string,
  limit: number,
): Promise<{ id: string; user_id: string }[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'user_id'])
    .where('unpaid_since', '<=', before)
    .where('status', '=', 'pending')
    .orderBy('unpaid_since')
    .limit(limit)
    .execute();
}

/**
 * Marks pending bookings made with a plan that has ended, whose customer has no hours left: they wait for a plan
 * from now on. @returns the newly marked ones
 */
export function markUnpaid(db: Db, now: string): Promise<{ id: string; user_id: string }[]> {
  return db
    .updateTable('bookings')
    .set({ unpaid_since: now, updated_at: now })
    .where('status', '=', 'pending')
    .where('payment_type', '=', 'subscription')
    .where('unpaid_since', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions as s')
          .select('s.id')
          .whereRef('s.user_id', '=', 'bookings.user_id')
          .where('s.status', '=', 'ended'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.user_id', '=', 'bookings.user_id')
            .where('s.status', 'in', ['active', 'past_due']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('hour_grants as g')
            .innerJoin('hour_entries as h', 'h.grant_id', 'g.id')
            .select('g.user_id')
            .whereRef('g.user_id', '=', 'bookings.user_id')
            .where('g.period_start', '<=', now)
            .where('g.expires_at', '>', now)
            .groupBy('g.user_id')
            .having(({ fn }) => fn.sum<number>('h.minutes'), '>', 0),
        ),
      ),
    )
    .returning(['id', 'user_id'])
    .execute();
}

/** Locks a person's bookings that wait for a plan, the longest waiting first, until the transaction ends. */
export function lockUnpaidOf(
  db: Tx,
  userId: string,
): Promise<{ id: string; estimated_minutes: number; scheduled_date: string | null }[]> {
  const waiting = db
    .selectFrom('bookings')
    .select(['id', 'estimated_minutes', 'scheduled_date'])
    .where('user_id', '=', userId)
    .where('unpaid_since', 'is not', null)
    .where('status', '=', 'pending')
    .orderBy('unpaid_since')
    .orderBy('created_at')
    .orderBy('id');
  return lockedForChange(db, waiting).execute();
}

/** Marks that bookings no longer wait for a plan. The caller holds their locks, so that none is cancelled meanwhile. */
export async function clearUnpaid(db: Tx, ids: readonly string[], now: string): Promise<void> {
  if (!ids.length) return;
  await db
    .updateTable('bookings')
    .set({ unpaid_since: null, updated_at: now })
    .where('id', 'in', ids)
    .execute();
}
