import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { customService } from '../../../seed/offer.ts';
import { aBooking, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  ({ server, admin } = await startOffice('2026-11-20T02:00:00.000Z'));
  await seedCatalogue(server.deps.db);
});
afterAll(() => server.close());

const ids = async (query: Record<string, string | number>) =>
  (await admin.call('listAllBookings', { query })).body.map(({ id }) => id);
const counted = async (query: Record<string, string>) =>
  (await admin.call('summariseBookings', { query })).body.tabs.all.count;
/** Each request is made one minute after the one before. */
async function requestFor(serviceName: string, description: string, user = aUser(server.deps.db)) {
  server.clock.advance({ minutes: 1 });
  return aRequest(server, { user: await user, fields: { serviceName, description } });
}

test('a text finds custom requests by title and description, all words together', async () => {
  const harp = await requestFor('Harpsichord repair', 'Two strings of the lower manual broke.');
  const café = await requestFor(
    'Move a café table',
    'O’Malley’s harpsichord stands on it, please mind the wi-fi.',
  );
  const cases: [string, (typeof harp)[]][] = [
    ['harpsi', [café, harp]],
    ['HARPSICHORD strings', [harp]],
    ['repair manual', [harp]],
    ['cafe', [café]],
    ["o'malley", [café]],
    ['omalley', [café]],
    ['wi-fi', [café]],
    ['fi', [café]],
    ['psichord', []],
    ['harpsichord violin', []],
    // The further notes are not searched, but the address finds its customer.
    ['wattle', [café, harp]],
  ];
  for (const [text, found] of cases)
    expect([text, await ids({ text })]).toEqual([text, found.map(({ id }) => id)]);
  expect(await counted({ text: 'harpsichord' })).toBe(2);
  expect(await ids({ text: 'harpsichord', status: 'completed' })).toEqual([]);
  expect(await ids({ text: 'harpsichord', customer: harp.user.id })).toEqual([harp.id]);
  expect(await ids({ text: 'harpsichord', payment: 'custom_quote', limit: 1 })).toEqual([café.id]);
});

test('people with a name appear beside requests with that title', async () => {
  const { db } = server.deps;
  const person = await aUser(db, { first_name: 'Gazebo', last_name: 'Quist' });
  const { id: theirs } = await aBooking(db, { user_id: person.id, created_at: '2026-11-21T00:00:00.000Z' });
  const { id } = await requestFor('Gazebo roof', 'It leaks where the two sides meet.');
  expect(await ids({ text: 'gazebo' })).toEqual([theirs, id]);
  expect(await ids({ text: 'gazebo roof' })).toEqual([id]);
});

test('requests too many to list are found all the same', async () => {
  const { db } = server.deps;
  const { id: user_id } = await aUser(db);
  const at = (n: number) => new Date(Date.parse('2026-10-01T00:00:00.000Z') + n * 60_000).toISOString();
  const made = Array.from({ length: 1_005 }, (_, n) => ({ id: randomUUID(), created_at: at(n) }));
  for (let from = 0; from < made.length; from += 500) {
    const some = made.slice(from, from + 500);
    const bookings = some.map((booking) => ({
      ...booking,
      user_id,
      service_id: customService.id,
      status: 'pending' as const,
      payment_type: 'custom_quote' as const,
      estimated_minutes: 60,
      updated_at: booking.created_at,
    }));
    await db.insertInto('bookings').values(bookings).execute();
    const request = {
      service_name: 'Swarm',
      description: 'Bees in the chimney.',
      priority: 'standard' as const,
    };
    const row = { ...request, location: 'Newtown', contact_info: '0400 000 000' };
    await db
      .insertInto('custom_requests')
      .values(some.map(({ id }) => ({ ...row, booking_id: id })))
      .execute();
    await db
      .insertInto('request_words')
      .values(some.map(({ id }) => ({ word: 'swarm', booking_id: id })))
      .execute();
  }
  const newest = made.toReversed().map(({ id }) => id);
  expect(await ids({ text: 'swar' })).toEqual(newest.slice(0, 50));
  expect(await ids({ text: 'swar', status: 'pending', limit: 3 })).toEqual(newest.slice(0, 3));
  const tabs = (await admin.call('summariseBookings', { query: { text: 'swarm' } })).body.tabs;
  expect(tabs.pending).toEqual({ count: 1000, more: true });
  expect(tabs.completed).toEqual({ count: 0, more: false });
});
