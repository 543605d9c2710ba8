import { sql } from 'kysely';
import { bookingStatuses } from '../../../contract/schemas/bookings.ts';
import { prepared } from '../../../db/prepared.ts';
import type { HourEntryTable } from '../../records/hours/hours.table.ts';

/** A month: from the first instant until before the last, ISO 8601. */
interface Month {
  from: string;
  to: string;
}

/** Invoices of plans paid in the month, whenever they were created. */
export const sumInvoices = prepared((db, p: Month) =>
  db
    .selectFrom('invoices')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('payments'),
      fn.coalesce(fn.sum<number>('amount_paid_cents'), lit(0)).as('paid_cents'),
      fn.coalesce(fn.sum<number>('refunded_cents'), lit(0)).as('refunded_cents'),
    ])
    .where('paid_at', '>=', p.from)
    .where('paid_at', '<', p.to),
);

/** Card payments that succeeded, including those refunded later; those for quotes apart from the others. */
export const sumPayments = prepared((db, p: Month) =>
  db
    .selectFrom('payments')
    .select(({ fn, lit }) => [
      sql<'quotes' | 'one_time'>`case when quote_id is null then 'one_time' else 'quotes' end`.as('source'),
      fn.countAll<number>().as('payments'),
      fn.coalesce(fn.sum<number>('amount_cents'), lit(0)).as('paid_cents'),
      fn.coalesce(fn.sum<number>('refunded_cents'), lit(0)).as('refunded_cents'),
    ])
    .where('paid_at', '>=', p.from)
    .where('paid_at', '<', p.to)
    .groupBy('source'),
);

/**
 * Entries of the ledgers, in minutes; a correction counts in the month in which it was made. A reversal that belongs to
 * no booking gives back frozen or refunded hours.
 */
export const sumEntries = prepared((db, p: Month) => {
  const sumOf = (kind: HourEntryTable['kind']) =>
    db
      .selectFrom('hour_entries')
      .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('minutes'), lit(0)).as('minutes'))
      .where('kind', '=', kind)
      .where('recorded_at', '>=', p.from)
      .where('recorded_at', '<', p.to);
  return db.selectNoFrom([
    sumOf('grant').as('granted'),
    sumOf('grant')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('given_hours as w')
            .select('w.grant_id')
            .whereRef('w.grant_id', '=', 'hour_entries.grant_id'),
        ),
      )
      .as('given'),
    sumOf('use').as('used'),
    sumOf('reversal')
      .where('grant_id', 'is not', null)
      .where('booking_id', 'is not', null)
      .as('used_reversed'),
    sumOf('overage').as('overage'),
    sumOf('reversal').where('grant_id', 'is', null).as('overage_reversed'),
    sumOf('frozen').as('frozen'),
    sumOf('refunded').as('refunded'),
    sumOf('reversal').where('booking_id', 'is', null).as('withdrawn_reversed'),
  ]);
});

/** Minutes that grants still held at their expiry. They have no row; the statement computes them in the same way. */
export const sumExpired = prepared((db, p: Month) =>
  db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('e.minutes'), lit(0)).as('minutes'))
    .where('g.expires_at', '>=', p.from)
    .where('g.expires_at', '<', p.to)
    .whereRef('e.recorded_at', '<', 'g.expires_at'),
);

/**
 * Minutes that corrections returned to or took from expired grants, which expired with them. Work entered when it is
 * done never uses an expired grant, so the index leaves it out. The query repeats the index's own condition;
 * otherwise the index would not be used.
 */
export const sumExpiredSince = prepared((db, p: Month) =>
  db
    .selectFrom('hour_entries as e')
    .innerJoin('hour_grants as g', 'g.id', 'e.grant_id')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('e.minutes'), lit(0)).as('minutes'))
    .where('e.grant_id', 'is not', null)
    .where(sql<boolean>`(e.kind <> 'use' or e.at < e.recorded_at)`)
    .where('e.recorded_at', '>=', p.from)
    .where('e.recorded_at', '<', p.to)
    .whereRef('e.recorded_at', '>=', 'g.expires_at'),
);

/**
 * Every service, also those no longer offered, with its category and the month's number of bookings in each status.
 */
export const countBookings = prepared((db, p: Month) =>
  db
    .selectFrom('service_categories as c')
    .innerJoin('services as s', 's.category_id', 'c.id')
    .select(['c.id', 'c.name', 'c.color', 'c.icon'])
    .select((e) =>
      bookingStatuses.map((status) =>
        e
          .selectFrom('bookings as b')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('b.service_id', '=', 's.id')
          .where('b.status', '=', status)
          .where('b.scheduled_date', '>=', p.from)
          .where('b.scheduled_date', '<', p.to)
          .as(status),
      ),
    )
    .orderBy('c.position')
    .orderBy('c.id'),
);

export const countRatings = prepared((db, p: Month) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => ['rating', fn.countAll<number>().as('n')])
    .where('reviewed_at', '>=', p.from)
    .where('reviewed_at', '<', p.to)
    .groupBy('rating'),
);

/** The tables that hold the waits for the team's answers. */
type WaitTable = 'thread_answers' | 'request_answers' | 'chat_answers';

/** The number of waits that began, those answered, and those answered within each limit. */
const countWaitsOf = (table: WaitTable) =>
  prepared((db, p: Month & { a: number; b: number; c: number; d: number }) =>
    db
      .selectFrom(table)
      .select(({ fn, val }) => [
        fn.countAll<number>().as('asked'),
        fn.count<number>('waited_seconds').as('answered'),
        ...(['a', 'b', 'c', 'd'] as const).map((name) =>
          fn.countAll<number>().filterWhere('waited_seconds', '<=', val(p[name])).as(name),
        ),
      ])
      .where('asked_at', '>=', p.from)
      .where('asked_at', '<', p.to),
  );

/** The middle waits, in seconds: one, or two if their number is even. */
const selectMiddleWaitsOf = (table: WaitTable) =>
  prepared((db, p: Month & { skip: number; rows: number }) =>
    db
      .selectFrom(table)
      .select(sql<number>`waited_seconds`.as('waited_seconds'))
      .where('asked_at', '>=', p.from)
      .where('asked_at', '<', p.to)
      .where('waited_seconds', 'is not', null)
      .orderBy('waited_seconds')
      .limit(p.rows)
      .offset(p.skip),
  );

const waitsOf = (table: WaitTable) => ({
  count: countWaitsOf(table),
  selectMiddle: selectMiddleWaitsOf(table),
});
export type Waits = ReturnType<typeof waitsOf>;

export const threadWaits = waitsOf('thread_answers');
export const requestWaits = waitsOf('request_answers');
export const chatWaits = waitsOf('chat_answers');
