import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/database.ts';
import type { HourEntryTable } from '../hours.table.ts';

/** Grants that hold minutes and whose invoice is in an open or lost dispute. */
export function disputedGrants(tx: Tx, userId: string) {
  return tx
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(({ fn }) => ['g.id', fn.sum<number>('e.minutes').as('remaining_minutes')])
    .where('g.user_id', '=', userId)
    .where('g.invoice_id', 'in', (d) =>
      d
        .selectFrom('disputes')
        .select((e) => e.fn.coalesce('invoice_id', e.val('')).as('invoice_id'))
        .where('user_id', '=', userId)
        .where('state', 'in', ['open', 'lost']),
    )
    .groupBy('g.id')
    .having(({ fn }) => fn.sum<number>('e.minutes'), '>', 0)
    .execute();
}

/** Frozen entries of an invoice that can be released: none of its disputes is open or was lost. */
export function liveFreezes(tx: Tx, invoiceId: string): Promise<Selectable<HourEntryTable>[]> {
  return tx
    .selectFrom('hour_entries as e')
    .innerJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .selectAll('e')
    .where('g.invoice_id', '=', invoiceId)
    .where('e.kind', '=', 'frozen')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes as d')
            .select('d.id')
            .where('d.invoice_id', '=', invoiceId)
            .where('d.state', 'in', ['open', 'lost']),
        ),
      ),
    )
    .orderBy('e.seq')
    .execute();
}

/** Entries of refunds that were not reversed, of grants that have not expired, with the state of their invoice. */
export function liveRefunded(db: Db, { userId, now }: { userId: string; now: string }) {
  return db
    .selectFrom('hour_entries as e')
    .innerJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .innerJoin('invoices as i', 'i.id', 'g.invoice_id')
    .selectAll('e')
    .select([
      'g.invoice_id',
      'i.description',
      'i.hours_kept_cents',
      'i.refunded_cents as invoice_refunded_cents',
    ])
    .where('e.user_id', '=', userId)
    .where('e.kind', '=', 'refunded')
    .where('g.expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hour_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'e.id'))),
    )
    .orderBy('e.seq')
    .execute();
}

/** Grants that hold minutes, have not expired, and whose invoice is refunded beyond what the team left. */
export function refundedGrants(tx: Tx, { userId, now }: { userId: string; now: string }) {
  return tx
    .selectFrom('hour_grants as g')
    .innerJoin('invoices as i', 'i.id', 'g.invoice_id')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(['g.id', 'i.amount_paid_cents', 'i.refunded_cents', 'i.hours_kept_cents'])
    .select(({ fn }) => fn.sum<number>('e.minutes').as('remaining_minutes'))
    .where('g.user_id', '=', userId)
    .where('g.expires_at', '>', now)
    .whereRef('i.refunded_cents', '>', 'i.hours_kept_cents')
    .groupBy(['g.id', 'i.amount_paid_cents', 'i.refunded_cents', 'i.hours_kept_cents'])
    .having(({ fn }) => fn.sum<number>('e.minutes'), '>', 0)
    .orderBy('g.id')
    .execute();
}
