import { expect, test } from 'vitest';
import { destinationsOf, isActive } from './navigation.ts';

test('the active item is the one whose path begins the address; the dashboard only at its own', () => {
  expect(isActive('/', '/')).toBe(true);
  expect(isActive('/', '/services')).toBe(false);
  expect(isActive('/bookings', '/bookings')).toBe(true);
  expect(isActive('/bookings', '/bookings/7f3a91c2')).toBe(true);
  expect(isActive('/bookings', '/bookings-archive')).toBe(false);
  expect(isActive('/billing', '/bookings')).toBe(false);
});

test('Admin is for administrators alone', () => {
  const labels = (role: 'admin' | 'customer') => destinationsOf({ role }).map(({ label }) => label);
  expect(labels('customer')).toEqual(['Dashboard', 'Services', 'Bookings', 'Billing', 'Profile']);
  expect(labels('admin')).toEqual([...labels('customer'), 'Admin']);
});
