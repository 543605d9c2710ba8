import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personOf } from '../../../core/person.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aPayment, aService, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';
import { allBookings } from './admin-bookings.service.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  ({ server, db, admin, adminId } = await startOffice('2026-11-20T13:30:00.000Z'));
});
afterAll(() => server.close());

const path = (query: Record<string, string>) =>
  `/api/admin/bookings/export.csv?${new URLSearchParams(query)}`;
/** The raw bytes as text, because decoding would remove the mark at the beginning. */
const take = async (query: Record<string, string>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await (await admin.raw('GET', path(query))).arrayBuffer(),
  );

test('the filtered bookings are a file for spreadsheets, named by the day, in which nothing runs as a formula', async () => {
  const user = await aUser(db, { first_name: '=cmd()', last_name: 'Zoë, "Z"' });
  const service = await aService(db, { name: 'House cleaning' });
  const { id } = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    status: 'completed',
    scheduled_date: '2026-11-19T22:30:00.000Z',
    completed_date: '2026-11-20T01:00:00.000Z',
    actual_minutes: 150,
    rating: 4,
    review: '@home\nfine',
    notes: null,
  });
  await aBooking(db, { user_id: user.id, status: 'pending' });
  const response = await admin.raw('GET', path({ customer: user.id, status: 'completed' }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="hearthkeep-bookings-2026-11-21.csv"',
  );
  const text = await take({ customer: user.id, status: 'completed' });
  const [head, ...rest] = text.split('\r\n');
  expect(head?.slice(0, 30)).toBe('\ufeff"Booking","Status","Customer"');
  expect(head).toContain(',"Amount (AUD)","Refunded (AUD)",');
  expect(rest).toEqual([
    `"${id}","Completed","'=cmd() Zoë, ""Z""","${user.email}","House cleaning","Cleaning Services","2026-11-20","09:30","2026-11-02","2026-11-20",3,2.5,"Plan hours",,,,,0,4,"'@home\nfine",`,
    '',
  ]);
});

test('the file says how much of a payment was refunded', async () => {
  const user = await aUser(db);
  const payment = await aPayment(db, { user_id: user.id, amount_cents: 18_900, refunded_cents: 2_050 });
  await aBooking(db, { user_id: user.id, payment_type: 'one_time', payment_id: payment.id });
  expect(await take({ customer: user.id })).toContain(',"Card",189,20.5,"paid",');
});

test('the file contains all pages to the last booking, each once', async () => {
  const user = await aUser(db);
  const service = await aService(db);
  for (let n = 0; n < 350; n++)
    await aBooking(db, {
      user_id: user.id,
      service_id: service.id,
      created_at: `2026-11-0${1 + (n % 3)}T00:00:00.000Z`,
    });
  const lines = (await take({ customer: user.id })).trimEnd().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.slice(1, 37))).size).toBe(350);
  expect(lines).toHaveLength(350);

  // However fast the file is read, other requests have their turn after every piece.
  const events: string[] = [];
  for await (const page of allBookings(server.deps, personOf('robin', 'administrator'), {
    customer: user.id,
  })) {
    events.push(`${page.length} bookings`);
    setImmediate(() => events.push('another call'));
  }
  const turn = ['100 bookings', 'another call'];
  expect(events).toEqual([...turn, ...turn, ...turn, '50 bookings', 'another call']);
});

test('a client that leaves ends the file, and the server goes on', async () => {
  const leaving = new AbortController();
  const response = await admin.raw('GET', path({}), { signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await expect(reader?.read()).rejects.toThrow();
  expect((await admin.call('listAllBookings')).status).toBe(200);
});

test('the log records the person and the filter of a file, without the searched words', async () => {
  const user = await aUser(db);
  await take({ status: 'pending', text: 'secret words', customer: user.id });
  const act = await db
    .selectFrom('audit_acts')
    .selectAll()
    .where('act', '=', 'bookings_exported')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(act).toMatchObject({ actor_id: adminId, subject_kind: 'export', subject_id: 'bookings' });
  expect(JSON.parse(act.details)).toEqual({ status: 'pending', text: true, customer: true });
});

test('the file of an unknown customer is empty, and the log names nobody', async () => {
  const customer = randomUUID();
  const response = await admin.raw('GET', path({ customer, status: 'pending,scheduled' }));
  expect(response.status).toBe(200);
  expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(1);
  const acts = await db
    .selectFrom('audit_acts')
    .select(['user_id', 'details'])
    .where('act', '=', 'bookings_exported')
    .execute();
  expect(acts.map(({ user_id, details }) => ({ user_id, details: JSON.parse(details) }))).toContainEqual({
    user_id: null,
    details: { status: 'pending,scheduled', text: false, customer: true },
  });
});

test('only administrators can take the file, and only with a valid filter', async () => {
  const member = await server.as(await aUser(db));
  expect((await member.raw('GET', path({}))).status).toBe(403);
  expect((await server.anyone.raw('GET', path({}))).status).toBe(401);
  expect((await admin.raw('GET', path({ status: 'lost' }))).status).toBe(400);
});
