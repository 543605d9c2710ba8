import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { partsOnTheWay } from '../../records/payments/refunds/refunds.service.ts';

/** The team's facts about a booking: customer, payment, last writer. */
export type TeamFacts = Awaited<ReturnType<typeof selectTeamFacts>>[number];

/** A worker who is planned for a booking. */
export type VisitWorker = Awaited<ReturnType<typeof selectWorkersOf>>[number];

export function selectTeamFacts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('payments as p', 'p.id', 'b.payment_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('quotes as q', 'q.id', 'r.quote_id')
    .leftJoin('messages as m', (join) =>
      join.onRef('m.booking_id', '=', 'b.id').on('m.seq', '=', ({ selectFrom }) =>
        selectFrom('messages as l')
          .select(({ fn }) => fn.max('l.seq').as('seq'))
          .whereRef('l.booking_id', '=', 'b.id'),
      ),
    )
    .leftJoin('thread_answers as t', 't.booking_id', 'b.id')
    .select([
      'b.id',
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.email_verified',
      'b.price_cents',
      'b.status',
      'b.payment_type',
      'r.booking_id as request_id',
      'q.status as quote_status',
      'q.expires_at as quote_expires_at',
      'p.status as payment_status',
      'p.amount_cents',
      'p.refunded_cents',
      partsOnTheWay('p'),
      // A thread's messages are numbered 1, 2, …, so the last number is the count.
      'm.seq as messages',
      'm.created_at as last_at',
      'm.sender_type as last_from',
      'm.id as last_id',
      't.waiting_since',
    ])
    .where('b.id', 'in', ids)
    .execute();
}

/** Who comes to these bookings, by name. */
export const selectWorkersOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .select(['v.booking_id', 'w.id', 'w.name', 'w.colour', 'w.picture'])
    .where('v.booking_id', 'in', ids)
    .orderBy('w.name')
    .orderBy('w.id')
    .execute();

/** A row if the business has workers at all. */
export const selectAnyWorker = prepared((db) =>
  db.selectFrom('workers').select('id').where('active', '=', 1).limit(1),
);

/**
 * Bookings by the beginning of their id, at most `rows`. `from` is the first value of the first 8 digits, `until`
 * the first value after the range.
 */
export const selectIdsBetween = prepared((db, p: { from: string; until: string; rows: number }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('id', '>=', p.from)
    .where('id', '<', p.until)
    .orderBy('id')
    .limit(p.rows),
);

/** The names of all services, including those that are no longer offered but were booked. */
export const selectServiceNames = prepared((db) =>
  db.selectFrom('services').select(['id', 'name', 'category_id']),
);

/** The number of bookings by status. */
export const selectCounts = prepared((db) =>
  db
    .selectFrom('booking_counts')
    .select(({ fn }) => ['status', fn.sum<number>('n').as('n')])
    .groupBy('status'),
);

/** The number of bookings scheduled between two instants, without cancelled ones. */
export const selectScheduledCount = prepared((db, p: { from: string; until: string }) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('scheduled_date', '>=', p.from)
    .where('scheduled_date', '<', p.until)
    .where('status', '!=', 'cancelled'),
);

const running = ['active', 'past_due'] as const;

/** The number of running plans; a person has one at most. Read from an index alone. */
export const selectRunningPlans = prepared((db) =>
  db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', 'in', running),
);

/** The number of running plans of the team's own members. */
export const selectTeamsRunningPlans = prepared((db) =>
  db
    .selectFrom('users as u')
    .innerJoin('subscriptions as s', 's.user_id', 'u.id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('u.role_id', 'is not', null)
    .where('s.status', 'in', running),
);

/** The number of customers with open work but without a running plan. */
export const selectOthersWithOpenWork = prepared((db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(({ fn }) => fn.count<number>('b.user_id').distinct().as('n'))
    // Written exactly as in the index. With a bound value, the database could not know that the index applies.
    .where(sql<SqlBool>`b.status in ('pending', 'scheduled', 'in_progress')`)
    .where('u.role_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.user_id', '=', 'b.user_id')
            .where('s.status', 'in', running),
        ),
      ),
    ),
);
