import type { Insertable, Selectable } from 'kysely';
import type { RequestState } from '../../../contract/rules/quote-terms.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { detailColumns } from '../bookings/booking-details/booking-details.table.ts';
import { firstScheduledDate } from '../bookings/bookings.table.ts';
import type { CustomRequestTable } from '../custom-requests/custom-requests.table.ts';
import type { QuoteTable } from './quotes.table.ts';

export type QuoteRow = Selectable<QuoteTable>;

/** A request with its booking, and the team's newest quote. */
const described = (db: Db) =>
  db
    .selectFrom('custom_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('subscriptions as s', (join) =>
      join.onRef('s.user_id', '=', 'b.user_id').on('s.status', 'in', ['active', 'past_due']),
    )
    .leftJoin('plan_versions as v', 'v.id', 's.version_id')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .leftJoin('quotes as q', 'q.id', 'r.quote_id')
    .select(detailColumns)
    .select([
      'r.booking_id as id',
      'r.turn',
      'r.state',
      'r.answered_at',
      'r.service_name',
      'r.description',
      'r.priority',
      'r.location',
      'r.contact_info',
      'r.estimated_minutes as asked_minutes',
      'b.user_id',
      'b.status',
      'b.payment_type',
      'b.created_at',
      'b.scheduled_date as planned_date',
      'b.estimated_minutes',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.email_verified',
      's.tier',
      'v.priority as plan_priority',
      'q.id as quote_id',
      'q.kind',
      'q.amount_cents',
      'q.minutes',
      'q.scheduled_date as quoted_date',
      'q.is_slot',
      'q.window_minutes',
      'q.message',
      'q.status as quote_status',
      'q.expires_at',
      'q.created_at as quoted_at',
    ])
    .select(firstScheduledDate);

export type RequestRow = Awaited<ReturnType<typeof selectRequest>>[number];

export interface Place {
  turn: string;
  id: string;
}
type Page = Place & { state: RequestState; rows: number };

/** The next requests in turn, after a place. */
export const selectNext = prepared((db, p: Page) =>
  described(db)
    .where('r.state', '=', p.state)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('r.turn', 'r.booking_id'), '>', tuple(p.turn, p.id)))
    .orderBy('r.turn')
    .orderBy('r.booking_id')
    .limit(p.rows),
);

/** The newest requests, before a place. */
export const selectNewest = prepared((db, p: Page) =>
  described(db)
    .where('r.state', '=', p.state)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('r.turn', 'r.booking_id'), '<', tuple(p.turn, p.id)))
    .orderBy('r.turn', 'desc')
    .orderBy('r.booking_id', 'desc')
    .limit(p.rows),
);

export const selectRequest = prepared((db, p: { id: string }) =>
  described(db).where('r.booking_id', '=', p.id),
);

/** The number of requests in a state, reading no more than `most` of them. */
export async function countState(db: Db, state: RequestState, most: number): Promise<number> {
  const { n } = await db
    .selectFrom((e) =>
      e.selectFrom('custom_requests').select('booking_id').where('state', '=', state).limit(most).as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** A booking's newest quote. */
export const selectCurrent = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('custom_requests as r')
    .innerJoin('quotes as q', 'q.id', 'r.quote_id')
    .selectAll('q')
    .where('r.booking_id', '=', p.bookingId),
);

export function findQuote(db: Db, id: string): Promise<QuoteRow | undefined> {
  return db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The quote that this attempt sent. */
export function findAttempt(db: Db, senderId: string, clientId: string): Promise<QuoteRow | undefined> {
  return db
    .selectFrom('quotes')
    .selectAll()
    .where('created_by', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

export async function insertQuote(db: Tx, quote: Insertable<QuoteTable>): Promise<void> {
  await db.insertInto('quotes').values(quote).execute();
}

/** The caller holds the booking's lock. */
export async function endQuote(
  db: Tx,
  id: string,
  change: { status: Exclude<QuoteTable['status'], 'open'>; settled_at: string },
): Promise<void> {
  await db.updateTable('quotes').set(change).where('id', '=', id).where('status', '=', 'open').execute();
}

/** The caller holds the booking's lock. */
export async function updateRequest(
  db: Tx,
  bookingId: string,
  change: {
    state: Selectable<CustomRequestTable>['state'];
    quote_until: string | null;
    quote_id?: string;
    answered_at?: string;
  },
): Promise<void> {
  await db.updateTable('custom_requests').set(change).where('booking_id', '=', bookingId).execute();
}
