import { expect, test } from 'vitest';
import { type Permission, permissions } from '../../api/contract/access/permissions.ts';
import { hrefs } from '../lib/hrefs.ts';
import { opensPage, sectionAt, sectionsOf } from './team-pages.ts';

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

test('a page of the team belongs to one section, also beneath it', () => {
  const label = (path: string) => sectionAt(path).label;
  expect(label('/admin')).toBe('Bookings');
  expect(label('/admin/bookings/7f3a91c2')).toBe('Bookings');
  expect(label('/admin/today')).toBe('Today');
  expect(label('/admin/live')).toBe('Today');
  expect(label('/admin/week')).toBe('My Week');
  expect(label('/admin/customers/1?tab=hours')).toBe('Customers');
  expect(label('/admin/disputes')).toBe('Money');
  expect(label('/admin/settings/offer')).toBe('Settings');
});

test('a person sees the sections of their permissions, in the order of the day', () => {
  const labels = (...of: Permission[]) =>
    sectionsOf({ role: 'customer', permissions: of }).map(({ label }) => label);
  expect(labels('bookings.read')).toEqual(['Today', 'Bookings', 'Requests', 'Schedule']);
  expect(labels('support.answer')).toEqual(['Support']);
  expect(labels('money.read')).toEqual(['Money', 'Report']);
  expect(labels(...permissions)).toEqual([
    ...['Today', 'Bookings', 'Requests', 'Support', 'Schedule', 'My Week', 'Customers', 'Money', 'Report'],
    ...['Log', 'Members', 'Settings'],
  ]);
  const admins = sectionsOf({ role: 'admin', permissions: [...permissions] }).map(({ label }) => label);
  expect([admins.includes('Schedule'), admins.includes('My Week')]).toEqual([true, false]);
  expect(opensPage({ role: 'customer', permissions: ['support.answer'] }, '/admin/live')).toBe(false);
});
