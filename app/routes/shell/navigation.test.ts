import { expect, test } from 'vitest';
import type { Permission } from '../../../api/contract/access/permissions.ts';
import { isActive } from '../../lib/hrefs.ts';
import { destinationsOf, ownHomeOf } from './navigation.ts';

test('the active item is the one whose path begins the address; the dashboard only at its own', () => {
  expect(isActive('/', '/')).toBe(true);
  expect(isActive('/', '/services')).toBe(false);
  expect(isActive('/bookings', '/bookings')).toBe(true);
  expect(isActive('/bookings', '/bookings/7f3a91c2')).toBe(true);
  expect(isActive('/bookings', '/bookings-archive')).toBe(false);
  expect(isActive('/billing', '/bookings')).toBe(false);
});

test('administrators see Admin, others of the team see Team, customers neither', () => {
  const labels = (role: 'admin' | 'customer', permissions: Permission[]) =>
    destinationsOf({ role, permissions }).map(({ label }) => label);
  const everyones = ['Dashboard', 'Services', 'Bookings', 'Billing', 'Profile'];
  expect(labels('customer', [])).toEqual(everyones);
  expect(labels('customer', ['bookings.read'])).toEqual([...everyones, 'Team']);
  expect(labels('admin', ['bookings.read'])).toEqual([...everyones, 'Admin']);
});

test('a worker has their week and their profile, and the pages of a customer apart from them', () => {
  const worker = { role: 'customer', permissions: ['work.own'] } as const;
  const labels = (of: ReturnType<typeof destinationsOf>) => of.map(({ label }) => label);
  const user = { ...worker, permissions: [...worker.permissions] };
  expect(labels(destinationsOf(user))).toEqual(['My Week', 'Profile']);
  expect(labels(ownHomeOf(user))).toEqual(['Services', 'Bookings', 'Billing']);
  expect(ownHomeOf({ role: 'customer', permissions: [] })).toEqual([]);
  expect(ownHomeOf({ ...user, permissions: ['work.own', 'bookings.read'] })).toEqual([]);
});

test('an administrator whom an earlier release stored on the device sees Admin', () => {
  const stored = { role: 'admin' } as Parameters<typeof destinationsOf>[0];
  expect(destinationsOf(stored).at(-1)?.label).toBe('Admin');
});
