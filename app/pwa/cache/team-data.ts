import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { keyOf } from '../../lib/api.ts';
import { may } from '../../lib/may.ts';

export const userKey = keyOf('readUser');
const bookingsKey = keyOf('listBookings');

/**
 * Whether an answer is the team's data about customers, for a member of the team. They read a customer's thread under
 * the same path as the customer, so of the paths beneath a booking only those of bookings in their own list count as
 * their own.
 * @param read the cached value of a key
 */
export function isOfCustomers(queryKey: QueryKey, read: <T>(key: QueryKey) => T | undefined): boolean {
  const [, feature, id] = queryKey;
  if (feature === 'admin') return true;
  if (feature !== 'bookings' || id === undefined) return false;
  return !read<Booking[]>(bookingsKey)?.some((booking) => booking.id === id);
}

type Rights = Pick<User, 'id' | 'role' | 'permissions'> | undefined;

/** Whether a person may do less than before. A person whom an earlier release stored has no list. */
const hasLost = (before: Rights, now: Rights): boolean =>
  before?.id === now?.id &&
  ((before?.role === 'admin' && now?.role !== 'admin') ||
    Boolean(before?.permissions?.some((permission) => !may(now, permission))));

/**
 * Drops the team's data from this page's memory when the person's role is taken or allows less. Pages that are still
 * open read it again, as far as they may.
 */
export function dropWithRights(client: QueryClient): void {
  const read = <T>(key: QueryKey) => client.getQueryData<T>(key);
  let before = read<User>(userKey);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== hashKey(userKey)) return;
    const now = read<User>(userKey);
    const isLess = hasLost(before, now);
    before = now ?? before;
    if (!isLess) return;
    const filters = { predicate: (one: { queryKey: QueryKey }) => isOfCustomers(one.queryKey, read) };
    client.removeQueries({ ...filters, type: 'inactive' });
    void client.resetQueries(filters);
  });
}
