import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../../../db/database.ts';
import { lockedIfFree } from '../../../../db/open.ts';

/** Whether notice `n` has no delivery to a browser left. */
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
 * Deletes notices from before an instant that need no more delivery, with their deliveries. Notices about money stay
 * (`emptyBilling`). A quote's notice stays while the quote can be withdrawn, and while the withdrawal is being told.
 * @returns how many
 */
export async function deleteSettled(
  db: Tx,
  { before, now, rows }: { before: string; now: string; rows: number },
): Promise<number> {
  const deleted = await db
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
        // The order of the index.
        .orderBy('n.due_at')
        .orderBy('n.created_at')
        .limit(rows),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** The content of an emptied notice. */
const nothing = sql.lit('{}');

/**
 * Erases the content of notices about money from before an instant that need no more delivery, and deletes their
 * deliveries. Their occasions stay.
 * @returns how many
 */
export async function emptyBilling(
  db: Tx,
  { before, rows }: { before: string; rows: number },
): Promise<number> {
  const sentNotices = db
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
  const ids = (await lockedIfFree(db, sentNotices).execute()).map(({ id }) => id);
  if (ids.length) {
    await db.updateTable('notices').set({ content: nothing }).where('id', 'in', ids).execute();
    await db.deleteFrom('push_deliveries').where('notice_id', 'in', ids).execute();
  }
  return ids.length;
}
