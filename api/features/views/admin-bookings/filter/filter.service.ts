import type { BookingFilter, BookingOrder } from '../../../../contract/calls/admin-booking-calls.ts';
import { type BookingStatus, bookingStatuses } from '../../../../contract/schemas/bookings.ts';
import { startOfDay } from '../../../../core/wall-clock.ts';
import { fold, wantedWords } from '../../../../core/words.ts';
import type { Db } from '../../../../db/database.ts';
import { badCursor, type Page } from '../../../../db/keyset.ts';
import { peopleMatching } from '../../../records/account/people-search/people-search.service.ts';
import { requireCustomService } from '../../../records/catalogue/catalogue.service.ts';
import { requestsMatching } from '../../../records/custom-requests/request-search.service.ts';
import { selectCounts, selectIdsBetween, selectServiceNames } from '../admin-bookings.repository.ts';
import {
  countByStatus,
  countWanted,
  findNameKey,
  type Order,
  type OrderedPlace,
  selectWanted,
  type TextWanted,
  type Wanted,
  type Way,
} from './filter.repository.ts';

/** If more people match, the list is walked: so many matches make it dense enough. */
const manyPeople = 200;
/** The same for custom requests; the walk then reads only bookings of their own service. */
const manyRequests = 500;
/**
 * Up to this many bookings are sorted at once; with more, the list is walked from the newest. Bookings of a range of
 * days are read from an index alone, those named by a text one by one.
 */
const manyBookings = { days: 10_000, named: 2_000 } as const;

/** The filter, and the way by which its bookings are found. */
export interface Search {
  wanted: Wanted;
  way: Way;
}

/**
 * Looks up the filter's words and chooses the way that reads least: from the few bookings that it names, or else
 * from the newest booking until a page is full.
 * @param timeZone the zone of the filter's days
 */
export async function searchFor(db: Db, filter: BookingFilter, timeZone: string): Promise<Search> {
  const { status, from, to, category, payment, customer, text, ids } = filter;
  const services = category || (text && !ids) ? await selectServiceNames(db, {}) : [];
  const statuses = status ? [...new Set(status.split(',') as BookingStatus[])] : null;
  const wanted: Wanted = {
    statuses,
    from: from ? startOfDay(from, timeZone) : null,
    until: to ? startOfDay(to, timeZone, 1) : null,
    serviceIds: category ? services.filter((s) => s.category_id === category).map((s) => s.id) : null,
    paymentType: payment === 'unpaid' ? null : (payment ?? null),
    unpaid: payment === 'unpaid',
    customerId: customer ?? null,
    text: ids ? theChosen(ids) : text ? await readText(db, text, services) : null,
  };
  return { wanted, way: await wayTo(db, wanted) };
}

async function wayTo(db: Db, wanted: Wanted): Promise<Way> {
  if (wanted.unpaid) return 'unpaid';
  if (wanted.customerId) return 'customer';
  const isFew = async (way: keyof typeof manyBookings) => {
    const alone = { ...nothing, from: wanted.from, until: wanted.until, text: wanted.text };
    const many = manyBookings[way];
    return (await countWanted(db, alone, way, many + 1)) <= many;
  };
  const { text } = wanted;
  const namesFew = text?.people && !('serviceId' in text.requests) && text.serviceIds.length === 0;
  if (namesFew && (await isFew('named'))) return 'named';
  if ((wanted.from || wanted.until) && (await isFew('days'))) return 'days';
  return wanted.statuses?.length === 1 ? 'status' : 'newest';
}

const nothing: Wanted = {
  statuses: null,
  from: null,
  until: null,
  serviceIds: null,
  paymentType: null,
  unpaid: false,
  customerId: null,
  text: null,
};

const theChosen = (ids: string): TextWanted => ({
  people: [],
  words: '',
  serviceIds: [],
  requests: [],
  bookingIds: ids.split(','),
});

async function readText(db: Db, text: string, services: { id: string; name: string }[]): Promise<TextWanted> {
  const words = wantedWords(text);
  const people = await peopleMatching(db, text, manyPeople + 1);
  const requests = await requestsMatching(db, text, manyRequests + 1);
  return {
    words: text,
    people: people.length > manyPeople ? null : people,
    requests: requests.length > manyRequests ? { serviceId: await requireCustomService(db) } : requests,
    serviceIds: services.filter(({ name }) => isNamed(name, words)).map(({ id }) => id),
    bookingIds: await readIds(db, text),
  };
}

/** Whether each word begins a word of the name. */
function isNamed(name: string, words: readonly string[]): boolean {
  const parts = fold(name).split(/[^\p{L}\p{N}]+/u);
  return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
}

/** Bookings by the beginning of their id, as people read it out ("#4f2a01bc"); fewer than four digits are no id. */
async function readIds(db: Db, text: string): Promise<string[]> {
  const typed = /^(?:service\s+)?#?([\da-f]{4,8}[\da-f-]{0,28})$/i.exec(text.trim())?.[1]?.toLowerCase();
  const from = typed?.slice(0, 8).replace(/-.*/, '');
  if (!typed || !from) return [];
  // The next number with the same number of digits; it is independent of the collation of the hyphens that follow.
  const next = (Number.parseInt(from, 16) + 1).toString(16).padStart(from.length, '0');
  const until = next.length > from.length ? 'g' : next;
  const found = await selectIdsBetween(db, { from, until, rows: 50 });
  return found.map(({ id }) => id).filter((id) => id.startsWith(typed));
}

/** The newest booking first. */
export const newestFirst: Order = { by: 'created', descending: true };

/** The order named by a call. */
export function orderOf(sort: BookingOrder = '-created'): Order {
  const descending = sort.startsWith('-');
  return { by: sort.replace('-', '') as Order['by'], descending };
}

/**
 * A page of ids in an order.
 * @param cursor the last page's `next`; `undefined` for the first page
 * @throws Refusal `invalid_input` for an unknown cursor
 */
export async function findPage(
  db: Db,
  { wanted, way }: Search,
  order: Order,
  cursor: string | undefined,
  limit: number,
): Promise<Page<{ id: string }>> {
  const after = await placeOf(db, order, cursor);
  const found = await selectWanted(
    db,
    wanted,
    await wayIn(db, order, { wanted, way }),
    order,
    after,
    limit + 1,
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? cursorOf(order, last) : null };
}

/** A list in another order is walked by the index of that order, unless its bookings are few enough to be sorted. */
async function wayIn(db: Db, { by }: Order, { wanted, way }: Search): Promise<Way> {
  if (by === 'created' || (way !== 'newest' && way !== 'status')) return way;
  const walk = by === 'customer' ? 'names' : 'newest';
  const [status] = wanted.statuses ?? [];
  if (way === 'newest' || !status) return walk;
  const counts = await selectCounts(db, {});
  const n = Number(counts.find((row) => row.status === status)?.n ?? 0);
  return n <= manyBookings.days ? 'few' : walk;
}

const cursorForm = /^([^,]{1,60}),([\w-]{1,100})$/;

/** A customer's place names their id: names do not belong into addresses. */
function cursorOf({ by }: Order, { key, id }: OrderedPlace): string {
  return `${by === 'customer' ? key.slice(key.lastIndexOf(' ') + 1) : key},${id}`;
}

async function placeOf(db: Db, { by }: Order, cursor: string | undefined): Promise<OrderedPlace | null> {
  if (cursor === undefined) return null;
  const [, named, id] = cursorForm.exec(cursor) ?? [];
  const key = named && by === 'customer' ? await findNameKey(db, named) : named;
  if (!key || !id || (by === 'created' && !isInstant(key))) throw badCursor();
  return { key, id };
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);

/**
 * The number of bookings of each status, each counted up to `most`; the filter's own statuses are ignored. A status
 * without bookings may be missing.
 */
export async function countStatuses(
  db: Db,
  { wanted, way }: Search,
  most: number,
): Promise<{ status: BookingStatus; n: number }[]> {
  if (way !== 'newest' && way !== 'status') return countByStatus(db, { ...wanted, statuses: null }, way);
  const count = async (status: BookingStatus) => ({
    status,
    n: await countWanted(db, { ...wanted, statuses: [status] }, 'status', most),
  });
  return Promise.all(bookingStatuses.map(count));
}
