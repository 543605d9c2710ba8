import type { Db } from '../../db/database.ts';

/**
 * Deletes up to so many notices from before an instant that are on no way any more, with their deliveries. Those of
 * money stay, as its invoices do: an invoice may be open for months, and is told of once. That of a quote stays while
 * the quote can be taken back, and while that is being told.
 * @returns how many
 */
export async function deleteSettled(
  db: Db,
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
        .where('n.kind', '!=', 'billing')
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('push_deliveries as d')
                .select('d.notice_id')
                .whereRef('d.notice_id', '=', 'n.id')
                .where('d.due_at', 'is not', null),
            ),
          ),
        )
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
        .orderBy('n.created_at')
        .limit(rows),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
