import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { PushKeyTable, PushSubscriptionTable } from './push.table.ts';

export type SubscriptionRow = Selectable<PushSubscriptionTable>;

export function selectKeys(db: Db): Promise<Selectable<PushKeyTable> | undefined> {
  return db.selectFrom('push_keys').selectAll().executeTakeFirst();
}

/** Does nothing if another process was quicker. */
export async function insertKeys(db: Db, keys: Insertable<PushKeyTable>): Promise<void> {
  await db
    .insertInto('push_keys')
    .values(keys)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
}

export function selectOfSession(db: Db, session: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('session', '=', session)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/**
 * Stores a subscription. A known browser moves to the person now signed in there, but only if it shows the secret
 * that it came with. @returns `false` if it does not
 */
export async function upsertSubscription(db: Tx, row: Insertable<PushSubscriptionTable>): Promise<boolean> {
  const { user_id, session, server_key, created_at } = row;
  const kept = await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((c) =>
      c
        .column('endpoint_hash')
        .doUpdateSet({ user_id, session, server_key, created_at })
        .where('push_subscriptions.p256dh', '=', row.p256dh)
        .where('push_subscriptions.auth', '=', row.auth),
    )
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function deleteOfSession(db: Db, session: string, but = ''): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session', '=', session)
    .where('endpoint_hash', '!=', but)
    .execute();
}

/** Deletes all but a person's newest subscriptions. */
export async function deleteOldest(db: Tx, userId: string, kept: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (e) =>
      e
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1000)
        .offset(kept),
    )
    .execute();
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** A person's browser, if its session is alive and it was subscribed with this key of ours. */
export function selectReachable(
  db: Db,
  p: { id: string; userId: string; serverKey: string; now: string },
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions as x', 'x.id_hash', 's.session')
    .selectAll('s')
    .where('s.id', '=', p.id)
    .where('s.user_id', '=', p.userId)
    .where('s.server_key', '=', p.serverKey)
    .where('x.expires_at', '>', p.now)
    .executeTakeFirst();
}
