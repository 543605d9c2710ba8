import { randomUUID } from 'node:crypto';
import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Database, Db, Tx } from '../../../db/database.ts';
import type { Place } from '../../../db/keyset.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../catalogue/booked-name.ts';
import { partsOnTheWay } from '../payments/refunds/refunds.service.ts';
import { shownWorkers } from '../workers/shown-workers.ts';
import { type BookingDetailsTable, detailColumns } from './booking-details/booking-details.table.ts';
import { type BookingMoveTable, type BookingTable, firstScheduledDate } from './bookings.table.ts';

const openDispute = (e: ExpressionBuilder<Database & { b: BookingTable }, 'b'>) =>
  e
    .selectFrom('disputes as d')
    .select((d) => d.lit(1).as('one'))
    .whereRef('d.booking_id', '=', 'b.id')
    .where('d.state', '=', 'open')
    .limit(1)
    .as('disputed');

/** Bookings with the names of their services: one query, whatever the length of the list. */
const described = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .innerJoin('service_categories as c', 'c.id', 's.category_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('quotes as q', 'q.id', 'r.quote_id')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .leftJoin('extra_hours as x', (join) =>
      // Written exactly as in the index.
      join.onRef('x.booking_id', '=', 'b.id').on(sql<SqlBool>`x.state = 'waiting'`),
    )
    .select(bookedName.as('service_name'))
    .select(sql<number | null>`x.to_minutes - x.from_minutes`.as('extra_minutes'))
    .select(openDispute)
    .select(shownWorkers)
    .select(detailColumns)
    .select((e) =>
      e
        .selectFrom('plans as pl')
        .innerJoin('plan_versions as pv', 'pv.id', 'pl.version_id')
        .select('pv.name')
        .whereRef('pl.id', '=', 'd.subscription_tier')
        .as('d_plan_name'),
    )
    .select([
      'r.booking_id as request_id',
      'r.description',
      'r.priority',
      'r.location',
      'r.contact_info',
      'r.quote_id',
      'r.quote_until',
      'q.amount_cents as quote_cents',
      'q.minutes as quote_minutes',
      'b.id',
      'b.user_id',
      'b.status',
      'b.created_at',
      'b.scheduled_date',
      'b.completed_date',
      'b.estimated_minutes',
      'b.actual_minutes',
      'b.review',
      'b.rating',
      'b.payment_type',
      'b.unpaid_since',
      'b.time_taken',
      'b.window_minutes',
      's.id as service_id',
      's.estimated_minutes as service_estimated_minutes',
      's.picture as service_picture',
      'c.name as category_name',
      'c.color as category_color',
      'c.icon as category_icon',
      'u.email as user_email',
    ]);

export type BookingRow = Awaited<ReturnType<typeof selectBookingsBy>>[number];

type Page = Place & { rows: number };

const newestFirst = (db: Db, p: Page) =>
  described(db)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('b.created_at', 'b.id'), '<', tuple(p.created_at, p.id)))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(p.rows);

export const selectBookingsOf = prepared((db, p: Page & { userId: string }) =>
  newestFirst(db, p).where('b.user_id', '=', p.userId),
);

/** In no order. */
export const selectBookingsBy = (db: Db, ids: readonly string[]) =>
  described(db).where('b.id', 'in', ids).execute();

export const selectBooking = prepared((db, p: { id: string }) =>
  described(db).select('b.payment_id').where('b.id', '=', p.id),
);

export const selectOwner = prepared((db, p: { id: string }) =>
  db.selectFrom('bookings').select('user_id').where('id', '=', p.id),
);

export const selectStatusChanges = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('booking_status_changes')
    .select(['from_status', 'to_status', 'actor_id', 'at'])
    .where('booking_id', '=', p.bookingId)
    .orderBy('seq'),
);

export const selectMoves = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('booking_moves')
    .select(['from_date', 'to_date', 'actor_id', 'at'])
    .where('booking_id', '=', p.bookingId)
    .orderBy('seq'),
);

export const selectLastMove = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('booking_moves')
    .select(['actor_id', 'at'])
    .where('booking_id', '=', p.bookingId)
    .orderBy('seq', 'desc')
    .limit(1),
);

/** Bookings for a calendar, with the number of their changes. */
const visits = (db: Db) =>
  described(db).select((eb) => [
    'b.updated_at',
    eb
      .selectFrom('booking_status_changes as c')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .whereRef('c.booking_id', '=', 'b.id')
      .as('status_changes'),
    eb
      .selectFrom('booking_moves as m')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .whereRef('m.booking_id', '=', 'b.id')
      .as('moves'),
  ]);

export type VisitRow = Awaited<ReturnType<typeof selectVisit>>[number];

export const selectVisit = prepared((db, p: { id: string }) => visits(db).where('b.id', '=', p.id));

type Span = { userId: string; since: string; until: string };

/** Bookings after a place in the order of time and id, at most `most`. */
export const selectVisitsOf = prepared((db, p: Span & { after: string; most: number }) =>
  visits(db)
    .where('b.user_id', '=', p.userId)
    .where('b.scheduled_date', '<', p.until)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('b.scheduled_date', 'b.id'), '>', tuple(p.since, p.after)),
    )
    .orderBy('b.scheduled_date')
    .orderBy('b.id')
    .limit(p.most),
);

/**
 * The number of the first `most` bookings, the place of the last of them, and the time of their last change, also of
 * who comes, and of the last change of any worker. It is asked whenever a calendar is read, so it reads an index alone, and looks at no worker of
 * a single visit.
 */
export const selectVisitsRevision = prepared((db, p: Span & { most: number }) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('bookings')
        .select(['updated_at', 'scheduled_date', 'id'])
        .where('user_id', '=', p.userId)
        .where('scheduled_date', '>=', p.since)
        .where('scheduled_date', '<', p.until)
        .orderBy('scheduled_date')
        .orderBy('id')
        .limit(p.most)
        .as('b'),
    )
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('count'),
      sql<string | null>`max(b.scheduled_date || b.id)`.as('last'),
      fn.max<string | null>('b.updated_at').as('changed_at'),
      selectFrom('workers as w')
        .select((e) => e.fn.max<string | null>('w.updated_at').as('at'))
        .as('workers_changed_at'),
    ]),
);

/** Locks the person, so that another booking for them waits for the transaction's end. */
export async function lockBooker(db: Tx, userId: string): Promise<void> {
  await lockedForChange(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

/** The number of the person's open bookings. */
export async function countOpen(db: Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'scheduled', 'in_progress'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const selectAttempt = prepared((db, p: { userId: string; clientId: string }) =>
  db
    .selectFrom('bookings as b')
    .leftJoin('booking_details as d', 'd.booking_id', 'b.id')
    .select(['b.id', 'b.service_id', firstScheduledDate])
    .select(detailColumns)
    .where('b.user_id', '=', p.userId)
    .where('b.client_id', '=', p.clientId),
);

/** The booking made by this attempt, as requested then. */
export const findAttempt = async (db: Db, userId: string, clientId: string) =>
  (await selectAttempt(db, { userId, clientId }))[0];

export async function findByPayment(db: Db, paymentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row?.id;
}

/** @returns whether the booking is new: `false` if its payment or its attempt has a booking already. */
export async function insertBooking(db: Db, booking: Insertable<BookingTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('bookings')
    .values(booking)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertDetails(db: Db, details: BookingDetailsTable): Promise<void> {
  await db.insertInto('booking_details').values(details).execute();
}

/** The service's length, also of one that is no longer offered: paid work is delivered. */
export async function estimatedMinutes(db: Db, serviceId: string): Promise<number> {
  const service = await db
    .selectFrom('services')
    .select('estimated_minutes')
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
  return service.estimated_minutes;
}

const whole = (db: Db, id: string) => db.selectFrom('bookings').selectAll().where('id', '=', id);

/** The booking without a lock. */
export function selectWhole(db: Db, id: string): Promise<Selectable<BookingTable> | undefined> {
  return whole(db, id).executeTakeFirst();
}

/** What decides who does a booking, and where: its service, and the place that the customer gave. */
export const selectBookedWork = (db: Db, booking: Pick<BookingTable, 'id' | 'service_id'>) =>
  db
    .selectFrom('services as s')
    .leftJoin('booking_details as d', (on) => on.on('d.booking_id', '=', booking.id))
    .leftJoin('custom_requests as r', (on) => on.on('r.booking_id', '=', booking.id))
    .select(['s.id', 's.category_id', 's.notice_hours', 'd.postal_code'])
    // A custom request has its place in its own row.
    .select((e) => e.fn.coalesce('d.address', 'r.location').as('address'))
    .where('s.id', '=', booking.service_id)
    .executeTakeFirstOrThrow();

/** The booking, locked for change until the transaction ends; rows that refer to it may be added. */
export function lockBooking(db: Db, id: string): Promise<Selectable<BookingTable> | undefined> {
  return lockedForChange(db, whole(db, id)).executeTakeFirst();
}

export async function updateBooking(db: Db, id: string, change: Updateable<BookingTable>): Promise<void> {
  await db.updateTable('bookings').set(change).where('id', '=', id).execute();
}

/**
 * Adds the next step of a booking's history; the caller holds the booking's lock, or has just created the booking.
 * @param id by which the step can be found again
 */
export async function recordStep(
  db: Db,
  booking: { id: string; status: BookingStatus | null },
  to: BookingStatus,
  actorId: string | null,
  at: string,
  id: string = randomUUID(),
): Promise<void> {
  await db
    .insertInto('booking_status_changes')
    .values(({ selectFrom, fn, lit }) => ({
      id,
      booking_id: booking.id,
      from_status: booking.status,
      to_status: to,
      actor_id: actorId,
      at,
      seq: selectFrom('booking_status_changes')
        .select(({ eb }) => eb(fn.coalesce(fn.max<number>('seq'), lit(0)), '+', 1).as('next'))
        .where('booking_id', '=', booking.id),
    }))
    .execute();
  if (booking.status) await followBooking(db, { id: booking.id, status: to, actorId, at });
}

/**
 * Updates who must act on a request, from its booking's status and its quote. An administrator who declines the
 * request, or takes it on without a quote, has answered it.
 */
const followBooking = prepared(
  (db, p: { id: string; status: BookingStatus; actorId: string | null; at: string }) =>
    db
      .updateTable('custom_requests')
      .set({
        state: sql<'waiting' | 'answered' | 'settled'>`case
        when cast(${p.status} as text) not in ('pending', 'scheduled') then 'settled'
        when (select q.status from quotes q where q.id = quote_id) = 'open' then 'answered'
        when cast(${p.status} as text) = 'pending' and
          coalesce((select q.status from quotes q where q.id = quote_id), 'withdrawn') = 'withdrawn' then 'waiting'
        else 'settled' end`,
        answered_at: sql<string | null>`coalesce(answered_at, case
        when cast(${p.status} as text) <> 'pending' and cast(${p.actorId} as text) <>
          (select b.user_id from bookings b where b.id = booking_id) then cast(${p.at} as text) end)`,
      })
      .where('booking_id', '=', p.id),
);

/** The booking and the actor of the step with this id. */
export const selectStep = prepared((db, p: { id: string }) =>
  db.selectFrom('booking_status_changes').select(['booking_id', 'actor_id']).where('id', '=', p.id),
);

/** The booking and the actor of the move with this id. */
export const selectMove = prepared((db, p: { id: string }) =>
  db.selectFrom('booking_moves').select(['booking_id', 'actor_id']).where('id', '=', p.id),
);

/** Adds the next move of a booking; the caller holds the booking's lock. */
export async function insertMove(db: Db, move: Omit<Insertable<BookingMoveTable>, 'seq'>): Promise<void> {
  await db
    .insertInto('booking_moves')
    .values(({ selectFrom, fn, lit }) => ({
      ...move,
      seq: selectFrom('booking_moves')
        .select(({ eb }) => eb(fn.coalesce(fn.max<number>('seq'), lit(0)), '+', 1).as('next'))
        .where('booking_id', '=', move.booking_id),
    }))
    .execute();
}

/** A person's open bookings, the next one first; custom requests under their own titles. */
export function selectOpenOf(db: Db, userId: string) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .leftJoin('payments as p', 'p.id', 'b.payment_id')
    .leftJoin('past_hours as a', 'a.booking_id', 'b.id')
    .selectAll('b')
    .select(bookedName.as('service_name'))
    .select(['p.status as payment_status', 'p.amount_cents', 'p.refunded_cents', partsOnTheWay('p')])
    .select(['a.minutes as agreed_minutes', 'a.agreed_at', 'a.hour_cents', 'a.tier as agreed_tier'])
    .select(openDispute)
    .where('b.user_id', '=', userId)
    .where('b.status', 'in', ['pending', 'scheduled', 'in_progress'])
    .orderBy('b.scheduled_date')
    .orderBy('b.id')
    .execute();
}
