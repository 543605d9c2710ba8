import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { lockedIfFree } from '../../db/open.ts';

/** Whether notice `n` is on its way to no browser any more. */
const isDelivered = (e: ExpressionBuilder<Database & { n: Database['notices'] }, 'n'>) =>
  e.not(
    e.exists(
      e
        .selectFrom('push_deliveries as d')
        .select('d.notice_id')
        .whereRef('d.notice_id', '=', 'n.id')
        .where('d.due_at', 'is not', null),
    ),
  );

/**
 * Deletes up to so many notices from before an instant that are on no way any more, with their deliveries. Those of
 * money stay (`emptyBilling`); that of a quote stays while the quote can be taken back, and while that is being told.
 * @returns how many
 */
export async function deleteSettled(
  tx: Tx,
  { before, now, rows }: { before: string; now: string; rows: number },
): Promise<number> {
  const deleted = await tx
    .deleteFrom('notices')
    .where('id', 'in', (q) =>
      q
        .selectFrom('notices as n')
        .select('n.id')
        .where('n.due_at', 'is', null)
        .where('n.created_at', '<', before)
        .where('n.kind', '!=', sql.lit('billing'))
        .where(isDelivered)
        .where((e) =>
          e.or([
            e('n.kind', '!=', 'quote'),
            e.not(
              e.or([
                e.exists(
                  e
                    .selectFrom('custom_requests as r')
                    .select('r.booking_id')
                    .whereRef('r.booking_id', '=', 'n.booking_id')
                    .where('r.quote_until', '>=', now),
                ),
                e.exists(
                  e
                    .selectFrom('notices as later')
                    .select('later.id')
                    .whereRef('later.booking_id', '=', 'n.booking_id')
                    .where('later.kind', '=', 'quote')
                    .where('later.created_at', '>=', before),
                ),
              ]),
            ),
          ]),
        )
        // As its index has them.
        .orderBy('n.due_at')
        .orderBy('n.created_at')
        .limit(rows),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** What an emptied notice says. */
const nothing = sql.lit('{}');

/**
 * Takes what they said out of up to so many notices of money from before an instant that are on no way any more, and
 * their deliveries. That they were, and of what, stays known.
 * @returns how many
 */
export async function emptyBilling(
  tx: Tx,
  { before, rows }: { before: string; rows: number },
): Promise<number> {
  const told = tx
    .selectFrom('notices as n')
    .select('n.id')
    .where('n.due_at', 'is', null)
    .where('n.created_at', '<', before)
    .where('n.kind', '=', sql.lit('billing'))
    .where('n.content', '!=', nothing)
    .where(isDelivered)
    .orderBy('n.due_at')
    .orderBy('n.created_at')
    .limit(rows);
  const ids = (await lockedIfFree(tx, told).execute()).map(({ id }) => id);
  if (ids.length) {
    await tx.updateTable('notices').set({ content: nothing }).where('id', 'in', ids).execute();
    await tx.deleteFrom('push_deliveries').where('notice_id', 'in', ids).execute();
  }
  return ids.length;
}
