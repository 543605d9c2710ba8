import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type {
  PlannedVisitTable,
  SlotHoldTable,
  TravelTimeTable,
  WorkerQuarterTable,
} from './visits.table.ts';

interface Span {
  /** Instants: rows that touch the time between them. */
  from: string;
  until: string;
  /** Holds that have lapsed by now take no time. */
  now: string;
  /** The person whose own holds take no time from them; '' for nobody. */
  holderId: string;
}

type Planned = Span & {
  workerIds: readonly string[];
  /** The booking whose visits are left out; '' for none. */
  exceptBookingId: string;
};

const planned = (db: Db, { workerIds, exceptBookingId, ...p }: Planned) =>
  db
    .selectFrom('planned_visits as v')
    .where('v.worker_id', 'in', workerIds)
    .where('v.ends_at', '>', p.from)
    .where('v.starts_at', '<', p.until)
    .$if(exceptBookingId !== '', (query) =>
      query.where((e) => e.or([e('v.booking_id', 'is', null), e('v.booking_id', '<>', exceptBookingId)])),
    )
    .where((e) =>
      e.or([
        e('v.hold_id', 'is', null),
        e(
          'v.hold_id',
          'in',
          e
            .selectFrom('slot_holds as h')
            .select('h.id')
            .where('h.expires_at', '>', p.now)
            .where('h.user_id', '<>', p.holderId),
        ),
      ]),
    );

/** The planned visits and live holds of some workers in a span. */
export const selectPlannedOf = (db: Db, query: Planned) =>
  planned(db, query).select(['v.worker_id', 'v.starts_at', 'v.ends_at', 'v.postcode']).execute();

const dayMs = 24 * 60 * 60 * 1000;
/** A visit of 24 hours at the slowest pace takes four days. */
const longestVisitMs = 7 * dayMs;

/**
 * The same as one text for each worker, since tens of thousands of rows cost more than the search among them: for each
 * visit its start, its end and its postcode without a space, and a space between two.
 */
export const selectTimesOf = (db: Db, query: Planned) =>
  planned(db, query)
    // Says nothing new, but lets PostgreSQL know that these are few of all visits to come.
    .where('v.ends_at', '<', new Date(Date.parse(query.until) + longestVisitMs).toISOString())
    .select([
      'v.worker_id',
      sql<string>`string_agg(v.starts_at || v.ends_at || coalesce(v.postcode, ''), ' ')`.as('times'),
    ])
    .groupBy('v.worker_id')
    .execute();

export const selectServiceSlots = prepared((db, p: { serviceId: string }) =>
  db.selectFrom('service_slots').selectAll().where('service_id', '=', p.serviceId),
);

/** Locks the person, so that one hold of theirs is made at a time. */
export async function lockHolder(db: Tx, userId: string): Promise<void> {
  await lockedForChange(db, db.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

export const selectHold = (db: Db, where: Partial<Pick<SlotHoldTable, 'id' | 'booking_id' | 'payment_id'>>) =>
  db
    .selectFrom('slot_holds')
    .selectAll()
    .where((e) => e.and(where))
    .executeTakeFirst();

export const selectHoldsOf = prepared((db, p: { userId: string }) =>
  db.selectFrom('slot_holds').selectAll().where('user_id', '=', p.userId),
);

/** Lapsed holds that nothing waits for any more, and those that something has waited for too long. */
export const selectLapsed = prepared((db, p: { now: string; longAgo: string; most: number }) =>
  db
    .selectFrom('slot_holds')
    .select('id')
    .where('expires_at', '<=', p.now)
    .where((e) =>
      e.or([
        e.and([e('booking_id', 'is', null), e('payment_id', 'is', null)]),
        e('expires_at', '<=', p.longAgo),
      ]),
    )
    .orderBy('expires_at')
    .limit(p.most),
);

export async function insertHold(db: Tx, hold: Insertable<SlotHoldTable>): Promise<void> {
  await db.insertInto('slot_holds').values(hold).execute();
}

export async function updateHold(db: Tx, id: string, change: Updateable<SlotHoldTable>): Promise<void> {
  await db.updateTable('slot_holds').set(change).where('id', '=', id).execute();
}

/** Its planned visits go with it. */
export async function deleteHold(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('slot_holds').where('id', '=', id).execute();
}

type Owner = { bookingId: string } | { holdId: string };
const ownedBy = (owner: Owner) =>
  'bookingId' in owner ? { booking_id: owner.bookingId } : { hold_id: owner.holdId };

/** The planned visits of a booking or a hold. */
export const selectVisitsOfOwner = (db: Db, owner: Owner) =>
  db
    .selectFrom('planned_visits')
    .selectAll()
    .where((e) => e.and(ownedBy(owner)))
    .orderBy('worker_id')
    .execute();

export const selectVisitsOfHolds = async (db: Db, holdIds: readonly string[]) =>
  holdIds.length ? db.selectFrom('planned_visits').selectAll().where('hold_id', 'in', holdIds).execute() : [];

/** The quarters of a booking's visits in the lowest lane. */
export const selectQuartersOf = (db: Db, bookingId: string) =>
  db
    .selectFrom('worker_quarters as q')
    .innerJoin('planned_visits as v', 'v.id', 'q.visit_id')
    .select(['q.worker_id', 'q.quarter'])
    .where('v.booking_id', '=', bookingId)
    .where('q.lane', '=', 0)
    .execute();

/** Their quarters go with them. */
export async function deleteVisits(db: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length) await db.deleteFrom('planned_visits').where('id', 'in', ids).execute();
}

/** Deletes what lapsed holds still take of these workers' time. */
export async function deleteLapsed(db: Tx, workerIds: readonly string[], now: string): Promise<void> {
  if (!workerIds.length) return;
  await db
    .deleteFrom('planned_visits')
    .where('worker_id', 'in', workerIds)
    .where('hold_id', 'in', (e) =>
      e.selectFrom('slot_holds').select('slot_holds.id').where('slot_holds.expires_at', '<=', now),
    )
    .execute();
}

export async function insertVisits(db: Tx, visits: Insertable<PlannedVisitTable>[]): Promise<void> {
  await db.insertInto('planned_visits').values(visits).execute();
}

export async function updateVisit(db: Tx, id: string, change: Updateable<PlannedVisitTable>): Promise<void> {
  await db.updateTable('planned_visits').set(change).where('id', '=', id).execute();
}

/** Gives a hold's time to a booking. */
export async function giveToBooking(db: Tx, p: { holdId: string; bookingId: string }): Promise<void> {
  await db
    .updateTable('planned_visits')
    .set({ booking_id: p.bookingId, hold_id: null })
    .where('hold_id', '=', p.holdId)
    .execute();
}

export async function deleteQuarters(db: Tx, visitId: string): Promise<void> {
  await db.deleteFrom('worker_quarters').where('visit_id', '=', visitId).execute();
}

/**
 * @param over whether quarters that another visit has already are left to it: work that lasts longer is never refused
 * @throws the database's own error if two visits would have a quarter
 */
export async function insertQuarters(db: Tx, rows: WorkerQuarterTable[], over: boolean): Promise<void> {
  await db
    .insertInto('worker_quarters')
    .values(rows)
    .$if(over, (query) => query.onConflict((conflict) => conflict.doNothing()))
    .execute();
}

/** The highest lane in which one of these quarters of a worker is taken; -1 if none is. */
export async function highestLane(
  db: Db,
  { workerId, quarters }: { workerId: string; quarters: readonly number[] },
): Promise<number> {
  const row = await db
    .selectFrom('worker_quarters')
    .select((e) => e.fn.max<number | null>('lane').as('lane'))
    .where('worker_id', '=', workerId)
    .where('quarter', 'in', quarters)
    .executeTakeFirst();
  return row?.lane ?? -1;
}

/** The workers who made a person's last completed visit, who are still switched on, by their ids. */
export const selectLastWorkers = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .select(['w.id', 'w.name', 'w.picture'])
    .where('w.active', '=', 1)
    .where('v.booking_id', '=', (e) =>
      e
        .selectFrom('bookings as b')
        .innerJoin('planned_visits as l', 'l.booking_id', 'b.id')
        .select('b.id')
        .where('b.user_id', '=', p.userId)
        .where('b.status', '=', 'completed')
        .orderBy('b.scheduled_date', 'desc')
        .orderBy('b.id')
        .limit(1),
    )
    .orderBy('w.id'),
);

/** The ids of those workers. */
export const lastWorkersOf = async (db: Db, userId: string): Promise<ReadonlySet<string>> =>
  new Set((await selectLastWorkers(db, { userId })).map(({ id }) => id));

/** Times by road that were read after a moment, the earliest first, at most `rows`. */
export const selectRoads = (db: Db, { after, rows }: { after: string; rows: number }) =>
  db
    .selectFrom('travel_times')
    .selectAll()
    .where('read_at', '>=', after)
    .orderBy('read_at')
    .limit(rows)
    .execute();

/** Times by road that were read before a moment, the earliest first. */
export const selectOldRoads = (db: Db, { before, rows }: { before: string; rows: number }) =>
  db
    .selectFrom('travel_times')
    .select(['from_postcode', 'to_postcode'])
    .where('read_at', '<', before)
    .orderBy('read_at')
    .limit(rows)
    .execute();

/** Deletes times by road from or to postcodes. */
export async function deleteRoads(db: Db, postcodes: readonly string[]): Promise<void> {
  if (!postcodes.length) return;
  await db
    .deleteFrom('travel_times')
    .where((e) => e.or([e('from_postcode', 'in', postcodes), e('to_postcode', 'in', postcodes)]))
    .execute();
}

export async function insertRoads(db: Db, rows: Insertable<TravelTimeTable>[]): Promise<void> {
  if (!rows.length) return;
  await db
    .insertInto('travel_times')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['from_postcode', 'to_postcode']).doUpdateSet((e) => ({
        minutes: e.ref('excluded.minutes'),
        read_at: e.ref('excluded.read_at'),
      })),
    )
    .execute();
}
