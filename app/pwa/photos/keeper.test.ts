import { afterEach, expect, test } from 'vitest';
import { keyOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { keeperOf } from './keeper.ts';

afterEach(() => queryClient.clear());

const signedIn = (role: 'customer' | 'admin', bookingIds: string[] = []) => {
  queryClient.setQueryData(keyOf('readUser'), { id: 'mia', role });
  queryClient.setQueryData(
    keyOf('listBookings'),
    bookingIds.map((id) => ({ id })),
  );
};

test('the photos of a person’s own threads are stored for them', () => {
  signedIn('customer', ['b1']);
  expect(keeperOf('b1')).toBe('mia');
});

test('the team’s devices store no photos of a customer’s thread, and those of their own bookings', () => {
  signedIn('admin', ['own']);
  expect(keeperOf('b1')).toBeNull();
  expect(keeperOf('own')).toBe('mia');
});

test('nothing is stored while nobody is signed in', () => {
  expect(keeperOf('b1')).toBeNull();
});
