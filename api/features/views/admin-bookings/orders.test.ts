import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingOrder } from '../../../contract/calls/admin-booking-calls.ts';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aService, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
/** Names of the bookings by their ids. */
const nameOf = new Map<string, string>();
beforeAll(async () => {
  ({ server, db, admin } = await startOffice());
  const [zoe, amy] = [
    await aUser(db, { first_name: 'Zoe', last_name: 'Abel' }),
    await aUser(db, { first_name: 'amy', last_name: 'Young' }),
  ];
  const { id: service_id } = await aService(db);
  const add = async (
    name: string,
    user_id: string,
    status: BookingStatus,
    scheduled_date: string | null,
    created: number,
  ) => {
    const created_at = `2026-11-0${created}T00:00:00.000Z`;
    const { id } = await aBooking(db, { user_id, service_id, status, scheduled_date, created_at });
    nameOf.set(id, name);
  };
  await add('a', zoe.id, 'completed', '2026-11-05T00:00:00.000Z', 1);
  await add('b', amy.id, 'pending', null, 2);
  await add('c', zoe.id, 'pending', '2026-12-05T00:00:00.000Z', 3);
  await add('d', zoe.id, 'cancelled', '2026-11-15T00:00:00.000Z', 4);
  await add('e', amy.id, 'scheduled', '2026-11-25T00:00:00.000Z', 5);
});
afterAll(() => server.close());

/** The whole list in an order, read page by page, two rows at a time. */
async function listed(query: { sort?: BookingOrder; status?: string }): Promise<string> {
  let names = '';
  let cursor: string | undefined;
  do {
    const page = await admin.call('listAllBookings', {
      query: { ...query, limit: '2', ...(cursor && { cursor }) },
    });
    names += page.body.map(({ id }) => nameOf.get(id)).join('');
    const next = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    cursor = next && decodeURIComponent(next);
  } while (cursor);
  return names;
}

test.each<[BookingOrder, string]>([
  ['-created', 'edcba'],
  ['created', 'abcde'],
  // A booking without a time comes after those with one.
  ['when', 'adecb'],
  ['-when', 'bceda'],
  // Pending, scheduled, in progress, completed, cancelled; each by its time.
  ['status', 'cbead'],
  ['-status', 'daebc'],
])('the list is sorted by %s, page by page', async (sort, expected) => {
  expect(await listed({ sort })).toBe(expected);
});

test('the list is sorted by the customers’ names as they are written, whatever their case', async () => {
  const [up, down] = [await listed({ sort: 'customer' }), await listed({ sort: '-customer' })];
  expect([...up.slice(0, 2)].sort().join('')).toBe('be');
  expect([...up.slice(2)].sort().join('')).toBe('acd');
  expect(down).toBe([...up].reverse().join(''));
});

test('an order holds under a filter', async () => {
  expect(await listed({ sort: 'when', status: 'pending' })).toBe('cb');
  expect(await listed({ sort: 'created', status: 'pending' })).toBe('bc');
  expect(await listed({ sort: 'when', status: 'pending,scheduled' })).toBe('ecb');
  expect(await listed({ sort: '-customer', status: 'pending' })).toBe('cb');
});

test('an unknown order and another list’s cursor are refused; no name stands in an address', async () => {
  const ask = async (query: Record<string, string>) =>
    (await admin.call('listAllBookings', { query })).status;
  expect(await ask({ sort: 'price' })).toBe(400);
  expect(await ask({ sort: 'customer', cursor: '2026-11-05T00:00:00.000Z,x' })).toBe(400);
  expect(await ask({ cursor: '92026,x' })).toBe(400);
  const { headers } = await admin.call('listAllBookings', { query: { sort: 'customer', limit: '1' } });
  expect(headers.get('link')?.toLowerCase()).not.toContain('amy');
});
