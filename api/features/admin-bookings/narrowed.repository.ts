import { type Expression, type SqlBool, sql } from 'kysely';
import type { BookingStatus, PaymentType } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import type { Place } from '../../db/keyset.ts';
import { isPersonAmong, isPersonMatching } from '../account/people-search.service.ts';
import { isRequestAmong, isRequestMatching } from '../custom-requests/request-search.service.ts';

/** A filter whose words have been looked up; what is `null` narrows nothing. */
export interface Wanted {
  statuses: readonly BookingStatus[] | null;
  /** Instants: scheduled from the one on and before the other. */
  from: string | null;
  until: string | null;
  serviceIds: readonly string[] | null;
  paymentType: PaymentType | null;
  /** Those alone that wait for a plan; `Way` finds them. */
  unpaid: boolean;
  customerId: string | null;
  text: TextWanted | null;
}

/** What a text may mean; a booking is wanted for any of it. */
export interface TextWanted {
  /** Customers; `null` where they are too many to name, and the words are held against each instead. */
  people: readonly string[] | null;
  words: string;
  serviceIds: readonly string[];
  /**
   * Custom requests by what was asked for. Where they are too many to name, the words are held against each booking
   * of the service that they are all of.
   */
  requests: readonly string[] | { serviceId: string };
  bookingIds: readonly string[];
}

/**
 * What of the filter finds the bookings; the rest is held against each that was found. An index is entered by this
 * alone: without statistics SQLite cannot know which of two would be the shorter way, and takes the worse one.
 */
export type Way =
  /** All, the newest first. */
  | 'newest'
  /** The one status, the newest first. */
  | 'status'
  /** Those that wait for a plan, the newest first. */
  | 'unpaid'
  /** The customer's, the newest first. */
  | 'customer'
  /** Those that the text names, in no order. */
  | 'named'
  /** Those scheduled between the days, in no order. */
  | 'days';

/** Ids of what is wanted, the newest first, after a place in that order. */
export async function selectWanted(
  db: Db,
  wanted: Wanted,
  way: Way,
  after: Place,
  rows: number,
): Promise<Place[]> {
  return narrowed(db, wanted, way)
    .select(['b.id', 'b.created_at'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('b.created_at', 'b.id'), '<', tuple(after.created_at, after.id)),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(rows)
    .execute();
}

/** How many are wanted, counted up to `most`. */
export async function countWanted(db: Db, wanted: Wanted, way: Way, most: number): Promise<number> {
  const { n } = await db
    .selectFrom(narrowed(db, wanted, way, true).select('b.id').limit(most).as('w'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** How many of each status are wanted, where the way leads to few. */
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

/** More rows than there will ever be: a sub-query with a limit is worked off by itself, on either engine. */
const noLimit = 1_000_000_000;

/**
 * @param way one that the filter allows
 * @param reads whether much of the list is read, and not only until a page is full
 */
function narrowed(db: Db, wanted: Wanted, way: Way, reads = false) {
  const { statuses, from, until, serviceIds, paymentType, customerId, text } = wanted;
  return db
    .selectFrom(foundBy(db, wanted, way).as('b'))
    .$if(statuses !== null && way !== 'status', (q) => q.where(isIn('b.status', statuses ?? [])))
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
            ? // One after the other, and of no effect on how the list is walked.
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
    case 'unpaid':
      // As the index has it.
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

/** `in ()` is no SQL everywhere; nothing has an empty id. */
const orNone = (ids: readonly string[] | null): readonly string[] => (ids?.length ? ids : ['']);

/** A column as a value, by which no index is entered. */
const plain = (column: string) => sql<string>`(${sql.ref(column)} || '')`;

const isIn = (column: string, values: readonly string[]): Expression<SqlBool> =>
  values.length ? sql<SqlBool>`${plain(column)} in (${sql.join(values)})` : sql<SqlBool>`1 = 0`;
