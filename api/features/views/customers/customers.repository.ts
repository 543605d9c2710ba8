import type { SubscriptionTier } from '../../../contract/rules/plans.ts';
import type { Db } from '../../../db/database.ts';
import type { Place } from '../../../db/keyset.ts';
import { prepared } from '../../../db/prepared.ts';
import { isPersonMatching } from '../../records/account/people-search/people-search.service.ts';

export interface CustomerFilter {
  /** The ids of the only people to list; if they are too many, the text that finds them. */
  people?: readonly string[] | { matching: string } | undefined;
  /** `admin`: everybody of the team. */
  role?: 'customer' | 'admin' | undefined;
  tier?: SubscriptionTier | undefined;
}

export type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number];

/**
 * A page of all people, newest first. The page is found before its rows are joined, so that the length of the list
 * costs nothing. @param p.mostOpen open bookings are counted up to this number
 */
export function selectCustomers(db: Db, p: Place & CustomerFilter & { rows: number; mostOpen: number }) {
  return db
    .with('page', (d) => {
      let page = d
        .selectFrom('users as u')
        .leftJoin('subscriptions as s', (join) =>
          join.onRef('s.user_id', '=', 'u.id').on('s.status', 'in', ['active', 'past_due']),
        )
        .select([
          'u.id',
          'u.first_name',
          'u.last_name',
          'u.email',
          'u.email_verified',
          'u.role_id',
          'u.created_at',
        ])
        .select(['s.tier', 's.status as plan_status'])
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('u.created_at', 'u.id'), '<', tuple(p.created_at, p.id)),
        )
        // A deleted person has only the records of bookings and payments.
        .where('u.issuer', '!=', 'deleted')
        .orderBy('u.created_at', 'desc')
        .orderBy('u.id', 'desc')
        .limit(p.rows);
      const { people } = p;
      if (people && 'matching' in people)
        page = page.where((eb) => isPersonMatching(eb.ref('u.id'), people.matching));
      else if (people) page = page.where('u.id', 'in', people);
      if (p.role) page = page.where('u.role_id', p.role === 'admin' ? 'is not' : 'is', null);
      if (p.tier === 'none') page = page.where('s.tier', 'is', null);
      else if (p.tier) page = page.where('s.tier', '=', p.tier);
      return page;
    })
    .selectFrom('page as u')
    .leftJoin('bookings as b', (join) =>
      join.on('b.id', '=', ({ selectFrom }) =>
        selectFrom('bookings as l')
          .select('l.id')
          .whereRef('l.user_id', '=', 'u.id')
          .orderBy('l.created_at', 'desc')
          .orderBy('l.id', 'desc')
          .limit(1),
      ),
    )
    .leftJoin('roles as r', 'r.id', 'u.role_id')
    .selectAll('u')
    .select('r.name as role_name')
    .select(['b.id as booking_id', 'b.status as booking_status', 'b.created_at as booking_created_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('past_hours as h')
          .select('h.booking_id')
          .whereRef('h.user_id', '=', 'u.id')
          .where('h.owed_since', 'is not', null),
      ).as('owes_work'),
    )
    .select(({ selectFrom, lit }) =>
      selectFrom(
        selectFrom('bookings as o')
          .select(lit(1).as('one'))
          .whereRef('o.user_id', '=', 'u.id')
          .where('o.status', 'in', ['pending', 'scheduled', 'in_progress'])
          .limit(p.mostOpen)
          .as('open'),
      )
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('open_bookings'),
    )
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
}

export const selectPerson = prepared((db, p: { id: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'role_id', 'issuer', 'email', 'email_verified', 'created_at'])
    .where('id', '=', p.id),
);

/** A person's number of bookings by status, and their ratings. */
export const selectBookingCounts = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('bookings')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('bookings'),
      fn.count<number>('rating').as('reviews'),
      fn.sum<number | null>('rating').as('stars'),
    ])
    .where('user_id', '=', p.userId)
    .groupBy('status'),
);
