import { expect, test } from 'vitest';
import type { Permission } from '../../api/contract/access/permissions.ts';
import { hrefs } from '../lib/hrefs.ts';
import { opensPage } from './team-pages.ts';

const aMember = (...permissions: Permission[]) => ({ role: 'customer' as const, permissions });

test('a section of the settings opens with its own permission, their list with any of them', () => {
  const owner = aMember('bookings.read', 'business.change');
  expect(opensPage(owner, hrefs.adminSettings)).toBe(true);
  expect(opensPage(owner, `${hrefs.adminSettings}/business`)).toBe(true);
  expect(opensPage(owner, `${hrefs.adminSettings}/offer?open=new`)).toBe(false);
  expect(opensPage(aMember('log.read'), hrefs.adminSettings)).toBe(false);
});

test('a page of one thing opens with the permission of its section', () => {
  expect(opensPage(aMember('customers.read'), `${hrefs.adminCustomers}/1?tab=ledger`)).toBe(true);
  expect(opensPage(aMember('customers.read'), `${hrefs.admin}/bookings/1`)).toBe(false);
  expect(opensPage(aMember('bookings.read'), `${hrefs.admin}/bookings/1`)).toBe(true);
});
