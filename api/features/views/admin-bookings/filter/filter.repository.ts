import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BookingStatus, PaymentType } from '../../../../contract/schemas/bookings.ts';
import type { Db } from '../../../../db/database.ts';
import {
  isPersonAmong,
  isPersonMatching,
} from '../../../records/account/people-search/people-search.service.ts';
import {
  isRequestAmong,
  isRequestMatching,
} from '../../../records/custom-requests/request-search.service.ts';

/** An order of the list. */
export interface Order {
  by: 'created' | 'when' | 'customer' | 'status';
  descending: boolean;
}

/** A place in an order: the last row already given. */
export interface OrderedPlace {
  key: string;
  id: string;
}

/** A filter whose words have been looked up; `null` does not filter. */
export interface Wanted {
  statuses: readonly BookingStatus[] | null;
  /** Instants: scheduled at or after `from`, and before `until`. */
  from: string | null;
  until: string | null;
  serviceIds: readonly string[] | null;
  paymentType: PaymentType | null;
  /** Only bookings that wait for a plan; such a filter is found by its own `Way`. */
  unpaid: boolean;
  customerId: string | null;
  text: TextWanted | null;
}

/** The possible meanings of a text; a booking needs to match one. */
export interface TextWanted {
  /** Customers; `null` if they are too many to list, and the words are checked for each booking instead. */
  people: readonly string[] | null;
  words: string;
  serviceIds: readonly string[];
  /**
   * Custom requests by their own words. If they are too many to list, the words are checked for each booking of
   * their common service.
   */
  requests: readonly string[] | { serviceId: string };
  bookingIds: readonly string[];
}

/**
 * The part of the filter that finds the bookings; the rest is checked for each. Only this part may enter an index:
 * without statistics SQLite cannot know which of two indexes is shorter, and takes the worse one.
 */
export type Way =
  /** All bookings, newest first. */
  | 'newest'
  /** Bookings of the one status, newest first. */
  | 'status'
  /** Bookings that wait for a plan, newest first. */
  | 'unpaid'
  /** Bookings of the customer, newest first. */
  | 'customer'
  /** Bookings that the text names, in no order. */
  | 'named'
  /** Bookings scheduled in the range of days, in no order. */
  | 'days'
  /** All bookings of the one status, in no order. */
  | 'few'
  /** All bookings, by their customers' names. */
  | 'names';

/** Ids of the bookings under the filter in an order, after a place in it; from the beginning for `null`. */
export function selectWanted(
  db: Db,
  wanted: Wanted,
  way: Way,
  { by, descending }: Order,
  after: OrderedPlace | null,
  rows: number,
): Promise<OrderedPlace[]> {
  const key = way === 'names' ? sql<string>`b.name_key` : keys[by];
  const direction = descending ? 'desc' : 'asc';
  const beyond = sql.raw(descending ? '<' : '>');
  return (
    narrowed(db, wanted, way)
      .$if(
        by === 'customer' && way !== 'names',
        (q) => q.innerJoin('users as u', 'u.id', 'b.user_id') as never,
      )
      .select(['b.id', key.as('key')])
      // The first condition follows from the second; by it alone a walk begins at the place.
      .$if(after !== null, (q) =>
        q.where(
          sql<SqlBool>`${key} ${beyond}= ${after?.key ?? ''}
            and (${key}, ${sql.ref('b.id')}) ${beyond} (${after?.key ?? ''}, ${after?.id ?? ''})`,
        ),
      )
      .orderBy(key, direction)
      .orderBy('b.id', direction)
      .limit(rows)
      .execute()
  );
}

/** The key of a customer in the order of names. */
export async function findNameKey(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(keys.customer.as('key'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row?.key;
}

/** Where a row stands in an order, each written exactly as in its index; customers are `u`. */
const keys: Record<Order['by'], RawBuilder<string>> = {
  created: sql<string>`b.created_at`,
  when: sql<string>`coalesce(b.scheduled_date, '9999')`,
  status: sql<string>`(case b.status when 'pending' then '1' when 'scheduled' then '2'
    when 'in_progress' then '3' when 'completed' then '4' else '5' end || coalesce(b.scheduled_date, '9999'))`,
  customer: sql<string>`(lower(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.email, '')) || ' ' || u.id)`,
};

/** The number of bookings under the filter, counted up to `most`. */
export async function countWanted(db: Db, wanted: Wanted, way: Way, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(narrowed(db, wanted, way, true).select('b.id').limit(most).as('w'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** The number of bookings by status, for a way that finds few. */
export function countByStatus(
  db: Db,
  wanted: Wanted,
  way: Way,
): Promise<{ status: BookingStatus; n: number }[]> {
  return narrowed(db, wanted, way, true)
    .select(({ fn }) => ['b.status', fn.countAll<number>().as('n')])
    .groupBy('b.status')
    .execute();
}

/** A limit that no table reaches: both engines evaluate a sub-query on its own if it has a limit. */
const noLimit = 1_000_000_000;

/**
 * @param way one that the filter allows
 * @param reads whether most of the list is read, instead of until a page is full
 */
function narrowed(db: Db, wanted: Wanted, way: Way, reads = false) {
  const { statuses, from, until, serviceIds, paymentType, customerId, text } = wanted;
  return db
    .selectFrom(foundBy(db, wanted, way).as('b'))
    .$if(statuses !== null && way !== 'status' && way !== 'few', (q) =>
      q.where(isIn('b.status', statuses ?? [])),
    )
    .$if(from !== null && way !== 'days', (q) => q.where(plain('b.scheduled_date'), '>=', from ?? ''))
    .$if(until !== null && way !== 'days', (q) => q.where(plain('b.scheduled_date'), '<', until ?? ''))
    .$if(serviceIds !== null, (q) => q.where(isIn('b.service_id', serviceIds ?? [])))
    .$if(paymentType !== null, (q) => q.where(plain('b.payment_type'), '=', paymentType ?? ''))
    .$if(customerId !== null && way !== 'customer', (q) => q.where(plain('b.user_id'), '=', customerId ?? ''))
    .$if(text !== null && way !== 'named', (q) =>
      q.where((eb) => {
        const { people, words, serviceIds, requests, bookingIds } = text ?? nobody;
        const person = people
          ? isIn('b.user_id', people)
          : (reads ? isPersonAmong : isPersonMatching)(eb.ref('b.user_id'), words);
        const isRequest = (reads ? isRequestAmong : isRequestMatching)(eb.ref('b.id'), words);
        const request =
          'serviceId' in requests
            ? // `case` checks the service first, and does not change how the list is walked.
              sql<SqlBool>`case when b.service_id = ${requests.serviceId} then ${isRequest} else 1 = 0 end`
            : isIn('b.id', requests);
        return eb.or([person, request, isIn('b.service_id', serviceIds), isIn('b.id', bookingIds)]);
      }),
    );
}

const nobody: TextWanted = { people: [], words: '', serviceIds: [], requests: [], bookingIds: [] };

function foundBy(db: Db, { statuses, customerId, from, until, text }: Wanted, way: Way) {
  const bookings = db
    .selectFrom('bookings as f')
    .select([
      'f.id',
      'f.created_at',
      'f.status',
      'f.payment_type',
      'f.service_id',
      'f.scheduled_date',
      'f.user_id',
    ]);
  switch (way) {
    case 'newest':
      return bookings;
    case 'status':
      return bookings.where('f.status', '=', statuses?.[0] ?? 'pending');
    case 'names':
      // People first: SQLite keeps the order of a cross join, and so walks the index of names.
      return db
        .selectFrom('users as u')
        .crossJoin('bookings as f')
        .whereRef('f.user_id', '=', 'u.id')
        .select([
          'f.id',
          'f.created_at',
          'f.status',
          'f.payment_type',
          'f.service_id',
          'f.scheduled_date',
          'f.user_id',
          keys.customer.as('name_key'),
        ]) as unknown as typeof bookings;
    case 'few':
      return bookings.where('f.status', '=', statuses?.[0] ?? 'pending').limit(noLimit);
    case 'unpaid':
      // Written exactly as in the index.
      return bookings.where(sql<SqlBool>`f.unpaid_since is not null and f.status = 'pending'`);
    case 'customer':
      return bookings.where('f.user_id', '=', customerId ?? '');
    case 'days':
      return bookings
        .where('f.scheduled_date', '>=', from ?? '')
        .where('f.scheduled_date', '<', until ?? '9999')
        .limit(noLimit);
    case 'named': {
      const { people, requests, bookingIds } = text ?? nobody;
      const named = 'serviceId' in requests ? bookingIds : [...bookingIds, ...requests];
      return bookings
        .where((eb) => eb.or([eb('f.user_id', 'in', orNone(people)), eb('f.id', 'in', orNone(named))]))
        .limit(noLimit);
    }
  }
}

/** Not every engine accepts `in ()`; no row has an empty id. */
const orNone = (ids: readonly string[] | null): readonly string[] => (ids?.length ? ids : ['']);

/** A column as an expression, which enters no index. */
const plain = (column: string) => sql<string>`(${sql.ref(column)} || '')`;

const isIn = (column: string, values: readonly string[]): Expression<SqlBool> =>
  values.length ? sql<SqlBool>`${plain(column)} in (${sql.join(values)})` : sql<SqlBool>`1 = 0`;
