import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';

/** What the team sees of bookings beside what they are: whose, how they are paid, who wrote last. */
export type TeamFacts = Awaited<ReturnType<typeof selectTeamFacts>>[number];

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
    .select([
      'b.id',
      'u.id as user_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'b.price_cents',
      'b.status',
      'b.payment_type',
      'r.booking_id as request_id',
      'q.status as quote_status',
      'q.expires_at as quote_expires_at',
      'p.status as payment_status',
      'p.amount_cents',
      'p.refunded_cents',
      // A thread's places are 1, 2, …: the last one's is how many there are.
      'm.seq as messages',
      'm.created_at as last_at',
      'm.sender_type as last_from',
    ])
    .where('b.id', 'in', ids)
    .execute();
}

/** Bookings whose id begins so, at most `rows`; `from` and `until` are the first 8 digits that begin so, and those after. */
export const selectIdsBetween = prepared((db, p: { from: string; until: string; rows: number }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('id', '>=', p.from)
    .where('id', '<', p.until)
    .orderBy('id')
    .limit(p.rows),
);

/** Every service's names, also of what is no longer offered: it was booked. */
export const selectServiceNames = prepared((db) =>
  db.selectFrom('services').select(['id', 'name', 'category_id']),
);

/** How many bookings there are by status. */
export const selectCounts = prepared((db) =>
  db
    .selectFrom('booking_counts')
    .select(({ fn }) => ['status', fn.sum<number>('n').as('n')])
    .groupBy('status'),
);

/** Scheduled between two instants, but for what was cancelled. */
export const selectScheduledCount = prepared((db, p: { from: string; until: string }) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('scheduled_date', '>=', p.from)
    .where('scheduled_date', '<', p.until)
    .where('status', '!=', 'cancelled'),
);

const running = ['active', 'past_due'] as const;

/** How many plans run: a person has one at most. Read from an index alone. */
export const selectRunningPlans = prepared((db) =>
  db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', 'in', running),
);

/** How many of them are the team's own. */
export const selectTeamsRunningPlans = prepared((db) =>
  db
    .selectFrom('users as u')
    .innerJoin('subscriptions as s', 's.user_id', 'u.id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('u.role', '=', 'admin')
    .where('s.status', 'in', running),
);

/** How many customers without a plan that runs have work that is not at its end. */
export const selectOthersWithOpenWork = prepared((db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(({ fn }) => fn.count<number>('b.user_id').distinct().as('n'))
    // As the index has it: what stood there as a value would not tell the database that it may be used.
    .where(sql<SqlBool>`b.status in ('pending', 'scheduled', 'in_progress')`)
    .where('u.role', '!=', 'admin')
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
