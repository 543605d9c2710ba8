import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { bookedName } from '../../records/catalogue/booked-name.ts';
import type { HourEntryTable } from '../../records/hours/hours.table.ts';

/** A place in a statement: the last line already given. */
export interface LinePlace {
  at: string;
  place: number;
  id: string;
}

/** Lines before a place: at most `rows`, and the expiries until `now`. */
interface LinesAsked extends LinePlace {
  userId: string;
  now: string;
  rows: number;
}

export type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

/**
 * A member's statement before a place, newest first: every entry of the ledger, and the expiries, which have no row
 * of their own. A grant expires with the minutes that it holds then. Minutes that a later correction adds or takes
 * have expired at the same moment.
 * `counted` is a line's change of the hours that grants hold (0 for overage); `balance` is their sum up to the line.
 * Lines of one moment are ordered by `place`: entries have even places in the order of writing, and their expiries
 * odd ones, so that hours returned by an expired grant come before their use.
 */
export const selectLines = prepared((db: Db, p: LinesAsked) => {
  return db
    .with('lines', () => entries(db, p).unionAll(expiries(db, p)).unionAll(laterExpiries(db, p)))
    .with('balanced', (cte) =>
      cte
        .selectFrom('lines')
        .selectAll('lines')
        .select((eb) =>
          eb.fn
            .sum<number>('counted')
            .over((over) => over.orderBy('at').orderBy('place').orderBy('id'))
            .as('balance'),
        ),
    )
    .selectFrom('balanced as l')
    .leftJoin('hour_grants as g', 'g.id', 'l.grant_id')
    .leftJoin('plan_versions as v', 'v.id', 'g.version_id')
    .leftJoin('given_hours as w', 'w.grant_id', 'l.grant_id')
    .leftJoin('bookings as b', 'b.id', 'l.booking_id')
    .leftJoin('services as s', 's.id', 'b.service_id')
    .leftJoin('custom_requests as r', 'r.booking_id', 'b.id')
    .select(bookedName.$castTo<string | null>().as('service_name'))
    .select([
      'l.id',
      'l.at',
      'l.place',
      'l.kind',
      'l.minutes',
      'l.balance',
      'l.booking_id',
      'l.happened_at',
      'l.grant_id',
      'g.kind as grant_kind',
      'g.tier',
      'v.name as plan',
      'g.period_start',
      'g.period_end',
      'g.expires_at',
      'w.reason',
    ])
    .where((eb) =>
      eb(eb.refTuple('l.at', 'l.place', 'l.id'), '<', eb.tuple(eb.val(p.at), eb.val(p.place), eb.val(p.id))),
    )
    .orderBy('l.at', 'desc')
    .orderBy('l.place', 'desc')
    .orderBy('l.id', 'desc')
    .limit(p.rows);
});

type LineKind = HourEntryTable['kind'] | 'expiry';

/** The entries of the ledger. A reversal of an entry that belongs to no booking has that entry's kind. */
function entries(db: Db, p: LinesAsked) {
  return db
    .selectFrom('hour_entries as e')
    .leftJoin('hour_entries as o', (join) =>
      join.onRef('o.id', '=', 'e.reverses_id').on('o.kind', 'in', ['frozen', 'refunded']),
    )
    .select((eb) => [
      'e.id',
      'e.recorded_at as at',
      eb('e.seq', '*', eb.lit(2)).as('place'),
      eb.cast<LineKind>(eb.fn.coalesce('o.kind', 'e.kind'), 'text').as('kind'),
      'e.minutes',
      eb.case().when('e.grant_id', 'is', null).then(eb.lit(0)).else(eb.ref('e.minutes')).end().as('counted'),
      'e.grant_id',
      'e.booking_id',
      'e.at as happened_at',
    ])
    .where('e.user_id', '=', p.userId)
    .where('e.recorded_at', '<=', p.at);
}

/** The expiries of grants, with the minutes that each held then. */
function expiries(db: Db, p: LinesAsked) {
  return db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select((eb) => [
      'g.id',
      'g.expires_at as at',
      eb.lit(0).as('place'),
      eb.cast<LineKind>(eb.val('expiry'), 'text').as('kind'),
      eb.neg(eb.fn.sum<number>('e.minutes')).as('minutes'),
      eb.neg(eb.fn.sum<number>('e.minutes')).as('counted'),
      'g.id as grant_id',
      eb.cast<string | null>(eb.val(null), 'text').as('booking_id'),
      'g.expires_at as happened_at',
    ])
    .where('g.user_id', '=', p.userId)
    .where('g.expires_at', '<=', p.now)
    .whereRef('e.recorded_at', '<', 'g.expires_at')
    .groupBy('g.id')
    .having((eb) => eb.fn.sum<number>('e.minutes'), '>', 0);
}

/** The expiries of minutes that corrections added to expired grants, or took from them. */
function laterExpiries(db: Db, p: LinesAsked) {
  return db
    .selectFrom('hour_grants as g')
    .innerJoin('hour_entries as e', 'e.grant_id', 'g.id')
    .select((eb) => [
      eb.fn.min('e.id').as('id'),
      'e.recorded_at as at',
      eb
        .case()
        .when(eb.fn.sum<number>('e.minutes'), '<', 0)
        .then(eb(eb(eb.fn.min('e.seq'), '*', eb.lit(2)), '-', eb.lit(1)))
        .else(eb(eb(eb.fn.max('e.seq'), '*', eb.lit(2)), '+', eb.lit(1)))
        .end()
        .as('place'),
      eb.cast<LineKind>(eb.val('expiry'), 'text').as('kind'),
      eb.neg(eb.fn.sum<number>('e.minutes')).as('minutes'),
      eb.neg(eb.fn.sum<number>('e.minutes')).as('counted'),
      'g.id as grant_id',
      eb.cast<string | null>(eb.val(null), 'text').as('booking_id'),
      'e.recorded_at as happened_at',
    ])
    .where('g.user_id', '=', p.userId)
    .whereRef('e.recorded_at', '>=', 'g.expires_at')
    .groupBy(['g.id', 'e.recorded_at'])
    .having((eb) => eb.fn.sum<number>('e.minutes'), '!=', 0);
}
