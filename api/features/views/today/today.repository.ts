import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';

const previewLength = 140;

interface Rows {
  rows: number;
}

/** Bookings with the name of their service as booked, and their customer. */
const namedBookings = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(['b.id', 'b.scheduled_date'])
    .select(bookedName.as('service_name'))
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified']);

/** Pending bookings that are paid by a plan or a card and are no request, the oldest first. */
export const selectToConfirm = prepared((db, p: Rows) =>
  namedBookings(db)
    .select(['b.created_at', 'b.estimated_minutes'])
    // Written exactly as in the index (`bookings_to_confirm`).
    .where(sql<SqlBool>`b.status = 'pending' and b.unpaid_since is null and b.payment_type <> 'custom_quote'`)
    .orderBy('b.created_at')
    .orderBy('b.id')
    .limit(p.rows),
);

/**
 * Scheduled visits that begin within a span and have fewer workers than they need, the next first; none without a
 * worker who is switched on.
 */
export const selectUnassigned = prepared((db, p: Rows & { from: string; until: string }) =>
  namedBookings(db)
    .select('b.estimated_minutes')
    .where('b.status', '=', 'scheduled')
    .where('b.scheduled_date', '>', p.from)
    .where('b.scheduled_date', '<=', p.until)
    .where(({ exists, selectFrom }) => exists(selectFrom('workers').select('id').where('active', '=', 1)))
    .leftJoin('service_slots as t', 't.service_id', 'b.service_id')
    .where((e) =>
      e(
        e
          .selectFrom('planned_visits as v')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('v.booking_id', '=', 'b.id'),
        '<',
        e.fn.coalesce('t.workers', sql<number>`1`),
      ),
    )
    .orderBy('b.scheduled_date')
    .orderBy('b.id')
    .limit(p.rows),
);

/** Live chats whose last message is the customer's, the longest wait first. */
export const selectWaitingChats = prepared((db, p: Rows) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('chat_messages as m', (on) =>
      on.onRef('m.conversation_id', '=', 'c.user_id').onRef('m.seq', '=', 'c.last_seq'),
    )
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .select(['c.user_id as id', 'c.waiting_since'])
    .select((e) => e.fn<string | null>('substr', ['m.content', e.lit(1), e.lit(previewLength)]).as('words'))
    .where('c.waiting_since', 'is not', null)
    .orderBy('c.waiting_since')
    .orderBy('c.user_id')
    .limit(p.rows),
);

/** Threads of bookings whose last message is the customer's, the longest wait first. */
export const selectWaitingThreads = prepared((db, p: Rows) =>
  db
    .selectFrom('thread_answers as t')
    .innerJoin('bookings as b', 'b.id', 't.booking_id')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('messages as m', (join) =>
      join.onRef('m.booking_id', '=', 'b.id').on('m.seq', '=', ({ selectFrom }) =>
        selectFrom('messages as l')
          .select(({ fn }) => fn.max('l.seq').as('seq'))
          .whereRef('l.booking_id', '=', 'b.id'),
      ),
    )
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .select(['b.id', 't.waiting_since', 'm.id as message_id'])
    .select(bookedName.as('service_name'))
    .select((e) => e.fn<string | null>('substr', ['m.message', e.lit(1), e.lit(previewLength)]).as('words'))
    .where('t.waiting_since', 'is not', null)
    // Nobody reads an answer to a deleted person.
    .where('u.issuer', '!=', 'deleted')
    .orderBy('t.waiting_since')
    .orderBy('t.booking_id')
    .limit(p.rows),
);

/** Disputes that the bank has not decided, the oldest first. */
export const selectOpenDisputes = prepared((db, p: Rows) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .leftJoin('invoices as i', 'i.id', 'd.invoice_id')
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email', 'u.email_verified'])
    .select(['d.id', 'd.created_at', 'd.answer_by'])
    .select((e) => e.fn.coalesce('p.description', 'i.description', e.val('')).as('description'))
    // Written exactly as in the index (`disputes_undecided`).
    .where(sql<SqlBool>`d.state in ('open', 'inquiry')`)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(p.rows),
);

interface Span {
  from: string;
  until: string;
  rows: number;
}

/** Visits that begin within a span, of workers who are switched off or whose granted leave touches the visit. */
export const selectAway = prepared((db, p: Span) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.booking_id', 'w.name', 'w.active'])
    // By each worker's index, which has the ends first.
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '>', p.from)
    .where('v.starts_at', '<=', p.until)
    .where('b.status', 'in', ['pending', 'scheduled'])
    .where((e) =>
      e.or([
        e('w.active', '=', 0),
        e.exists(
          e
            .selectFrom('worker_leave as l')
            .select('l.id')
            .whereRef('l.worker_id', '=', 'v.worker_id')
            .where('l.state', '=', 'granted')
            .whereRef('l.starts_at', '<', 'v.ends_at')
            .whereRef('l.ends_at', '>', 'v.starts_at'),
        ),
      ]),
    )
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(p.rows),
);

/** Visits that are not over and begin before the end of a span, by worker and time. */
export const selectSoonPlanned = prepared((db, p: Span) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.worker_id', 'v.booking_id', 'v.starts_at', 'v.ends_at', 'v.postcode', 'w.name'])
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '<=', p.until)
    .where('b.status', 'in', ['pending', 'scheduled', 'in_progress'])
    .orderBy('v.starts_at')
    .orderBy('v.id')
    .limit(p.rows),
);

/** The bookings with these ids, the next first, with their service and customer. */
export const selectTroubledBookings = async (
  db: Db,
  { ids, rows }: { ids: readonly string[]; rows: number },
) =>
  ids.length
    ? namedBookings(db)
        .where('b.id', 'in', ids)
        .orderBy('b.scheduled_date')
        .orderBy('b.id')
        .limit(rows)
        .execute()
    : [];
