import type { Db } from '../../../../db/database.ts';

/** Entries of refunds that were not reversed, of grants that have not expired, with the state of their invoice. */
export function liveRefunded(db: Db, { userId, now }: { userId: string; now: string }) {
  return db
    .selectFrom('hour_entries as e')
    .innerJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .innerJoin('invoices as i', 'i.id', 'g.invoice_id')
    .selectAll('e')
    .select(['g.invoice_id', 'i.description'])
    .where('e.user_id', '=', userId)
    .where('e.kind', '=', 'refunded')
    .where('g.expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.seq')
    .execute();
}
