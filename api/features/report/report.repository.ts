import { sql } from 'kysely';
import { bookingStatuses } from '../../contract/entities.ts';
import { prepared } from '../../db/prepared.ts';
import type { HourEntryTable } from '../hours/hours.table.ts';

/** A month: from the first instant until before the last, ISO 8601. */
interface Month {
  from: string;
  to: string;
}

/** Invoices of plans that were paid, whenever they were made. */
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

/** Card payments that succeeded, whatever became of them: those for quotes apart from the others. */
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

/** What was entered in the ledgers, in minutes; a correction belongs to the month in which it was made. */
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
    sumOf('use').as('used'),
    sumOf('reversal').where('grant_id', 'is not', null).as('used_reversed'),
    sumOf('overage').as('overage'),
    sumOf('reversal').where('grant_id', 'is', null).as('overage_reversed'),
  ]);
});

/** What grants still held when they expired, in minutes: no row says so (the statement reckons it alike). */
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
 * What corrections gave back to grants that had expired, or took from them, in minutes: it expires with that. Work
 * that is entered as it is done uses no grant that has expired, so that an index leaves it out; its own words are
 * repeated here, or it would not be used.
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
 * Every service, also one that is no longer offered, with its category and how many bookings have their time in the
 * month, a count for each status.
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

/** Where the waits for the team's answers are kept. */
type WaitTable = 'thread_answers' | 'request_answers' | 'chat_answers';

/** How many customers began to wait, how many were answered, and within how long: a sum for each limit. */
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

/** The waits in the middle of all, in seconds: one, or two where their number is even. */
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
