import { expect, test } from 'vitest';
import { searchOf } from '../../lib/search.ts';
import {
  chosenHref,
  directionOf,
  exportHref,
  filterOf,
  noFilter,
  piecesOf,
  sortedBy,
  tabOf,
} from './filter.ts';

const id = '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11';
const read = (search: string) => filterOf(new URLSearchParams(search));
const labels = (search: string, named = {}) =>
  piecesOf(read(search), { category: undefined, customer: undefined, ...named }, (day) => day.slice(8)).map(
    ({ label }) => label,
  );

test('a filter survives the way into an address and back', () => {
  const filter = {
    status: 'pending,cancelled',
    from: '2026-11-20',
    to: '2026-11-30',
    category: id,
    payment: 'one_time',
    customer: id,
    text: 'zoë & co',
    sort: '-when',
  };
  expect(read(searchOf(filter))).toEqual(filter);
  expect(searchOf(noFilter)).toBe('');
});

test('invalid parts of an address are left out', () => {
  expect(
    read('?status=lost,pending,pending&from=soon&to=2026-13-01&category=x&payment=cash&customer=1'),
  ).toEqual({
    ...noFilter,
    status: 'pending',
  });
  expect(read('?status=pending,scheduled,in_progress,completed,cancelled').status).toBe('');
  expect(read(`?text=${'x'.repeat(200)}`).text).toHaveLength(100);
});

test('one status with a tab selects that tab; any other filter belongs to All', () => {
  expect(
    ['pending', 'in_progress', 'cancelled', 'pending,scheduled', ''].map((status) => tabOf({ status })),
  ).toEqual(['pending', 'in_progress', 'all', 'all', 'all']);
});

test('each part of the filter is named once, and can be removed alone', () => {
  expect(labels('?status=pending&text=zoe')).toEqual([]);
  expect(labels('?status=cancelled')).toEqual(['Cancelled']);
  expect(labels('?status=cancelled,pending')).toEqual(['Pending or Cancelled']);
  expect(labels('?from=2026-11-20&to=2026-11-20')).toEqual(['20']);
  expect(labels('?from=2026-11-20')).toEqual(['From 20']);
  expect(labels('?to=2026-11-20')).toEqual(['Until 20']);
  expect(labels('?payment=unpaid')).toEqual(['Not paid']);
  expect(labels(`?category=${id}&payment=one_time&customer=${id}`, { category: 'Cleaning' })).toEqual([
    'Cleaning',
    'Card',
    'One customer',
  ]);
  const [piece] = piecesOf(
    read('?from=2026-11-20&to=2026-11-21&payment=one_time'),
    { category: undefined, customer: undefined },
    (day) => day,
  );
  expect(piece?.without).toEqual({ ...noFilter, payment: 'one_time' });
});

test('a tap on a column’s head sorts by it, and the next tap turns it around', () => {
  const today = '2026-11-27';
  const when = sortedBy(noFilter, 'when', today);
  const latest = sortedBy(when, 'when', today);
  expect([when.sort, latest.sort, sortedBy(latest, 'when', today).sort]).toEqual(['when', '-when', 'when']);
  // What comes is wanted first; a day that somebody has chosen stays.
  expect([when.from, latest.from]).toEqual([today, '']);
  expect(sortedBy({ ...noFilter, from: '2026-11-01' }, 'when', today).from).toBe('2026-11-01');
  expect([directionOf(noFilter, 'created'), directionOf(noFilter, 'when')]).toEqual(['descending', 'none']);
  expect(directionOf(when, 'when')).toBe('ascending');
  // The newest first is the list's own order, which no address names.
  expect([sortedBy(noFilter, 'created', today).sort, sortedBy(when, 'created', today).sort]).toEqual([
    'created',
    '',
  ]);
  expect(read('?sort=price').sort).toBe('');
});

test('the file of a list has no order, and that of chosen bookings names them', () => {
  expect(exportHref({ ...noFilter, status: 'pending', sort: 'when' })).toBe(
    '/api/admin/bookings/export.csv?status=pending',
  );
  expect(chosenHref([id, 'b'])).toBe(`/api/admin/bookings/export.csv?ids=${id}%2Cb`);
});
