import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Booking, BookingDetail } from '../../../api/contract/schemas/bookings.ts';
import { keyOf } from '../api.ts';
import { addToKnown } from './add-to-known.ts';
import { earlierBookings, keepChanged } from './keep-changed.ts';

const key = ['/api', 'things'];
const yesterday = Date.now() - 86_400_000;
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
});
const state = (of: readonly unknown[] = key) => {
  const { isInvalidated, dataUpdatedAt } = client.getQueryState(of) ?? {};
  return { isInvalidated, dataUpdatedAt };
};
const old = { isInvalidated: true, dataUpdatedAt: yesterday };
const withTwo = (known: number[] | undefined) => known && [...known, 2];

test('a due read stays due, and the value as old as it was, until somebody looks at it', async () => {
  client.setQueryData(key, [1], { updatedAt: yesterday });
  await client.invalidateQueries({ queryKey: key });
  expect(addToKnown(client, key, withTwo)).toBe(true);
  expect([client.getQueryData(key), state()]).toEqual([[1, 2], old]);
  const queryFn = vi.fn(async () => [1, 2, 3]);
  const stop = new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => {});
  await expect.poll(() => client.getQueryData(key)).toEqual([1, 2, 3]);
  stop();
});

test('a visible value is read again at once, unless the caller reads it later', async () => {
  const queryFn = vi.fn(async () => [1, 2, 3]);
  client.setQueryData(key, [1], { updatedAt: yesterday });
  const stop = new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => {});
  await client.invalidateQueries({ queryKey: key, refetchType: 'none' });
  addToKnown(client, key, withTwo, 'none');
  expect(queryFn).not.toHaveBeenCalled();
  addToKnown(client, key, withTwo);
  await expect.poll(() => client.getQueryData(key)).toEqual([1, 2, 3]);
  expect(state().isInvalidated).toBe(false);
  stop();
});

test('a failed read is tried again', async () => {
  client.setQueryData(key, [1], { updatedAt: yesterday });
  await client
    .fetchQuery({ queryKey: key, queryFn: () => Promise.reject(new Error()), staleTime: 0 })
    .catch(() => {});
  addToKnown(client, key, withTwo);
  expect(state()).toEqual(old);
});

test('a fresh value stays fresh, and an unknown one is not created from a part', () => {
  client.setQueryData(key, [1], { updatedAt: yesterday });
  expect(addToKnown(client, key, withTwo)).toBe(false);
  expect(state().isInvalidated).toBe(false);
  expect(addToKnown(client, ['/api', 'others'], withTwo)).toBe(false);
  expect(client.getQueryData(['/api', 'others'])).toBeUndefined();
});

test('a changed booking makes neither its page nor its lists any newer', async () => {
  const others = [{ id: 'b1' }, { id: 'b2' }] as Booking[];
  const keys = [keyOf('readBooking', { id: 'b1' }), keyOf('listBookings'), earlierBookings];
  client.setQueryData(keys[0] ?? [], { id: 'b1' } as BookingDetail, { updatedAt: yesterday });
  client.setQueryData(keys[1] ?? [], others, { updatedAt: yesterday });
  client.setQueryData(earlierBookings, { pages: [{ items: others, next: null }] }, { updatedAt: yesterday });
  await client.invalidateQueries();
  await keepChanged(client, { id: 'b1', status: 'cancelled' } as BookingDetail);
  for (const of of keys) expect([of, state(of)]).toEqual([of, old]);
  expect(client.getQueryData<Booking[]>(keys[1] ?? [])?.[0]?.status).toBe('cancelled');
});
