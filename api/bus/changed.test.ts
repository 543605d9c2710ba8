import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedCatalogue } from '../seed/catalogue.ts';
import { aBooking, anAdmin, aService, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import type { Note } from './bus.ts';

let server: TestServer;
const heard: Extract<Note, { kind: 'changed' }>[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await seedCatalogue(server.deps.db);
  server.deps.bus.hear((note) => {
    if (note.kind === 'changed') heard.push(note);
  });
});
afterAll(() => server.close());

/** The paths that a person is told to read again after an act. */
async function toldBy(what: () => Promise<{ status: number }>) {
  heard.length = 0;
  expect((await what()).status).toBe(200);
  const notes = [...heard];
  return {
    person: (id: string) => notes.filter((note) => note.people.includes(id)).flatMap((note) => note.keys),
    team: notes.filter((note) => note.admins).flatMap((note) => note.keys),
  };
}

const soon = () => new Date(server.clock.now().getTime() + 5 * 86_400_000).toISOString();
const whole = 'A description of some length';

test('every change of a booking is told to its customer and to the team', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const [client, team] = [await server.as(user), await server.as(await anAdmin(db))];
  const service = await aService(db);
  const booking = { serviceId: service.id, scheduledDate: soon(), notes: '', paymentType: 'subscription' };
  const created = await toldBy(() => client.call('createBooking', { body: booking }));
  expect(created.person(user.id)).toContain('/api/bookings');
  expect(created.team).toEqual(
    expect.arrayContaining(['/api/admin/bookings', '/api/admin/users', '/api/admin/users/']),
  );

  const { id } = await aBooking(db, { user_id: user.id, service_id: service.id, scheduled_date: soon() });
  const params = { id };
  const steps = [
    () => client.call('rescheduleBooking', { params, body: { scheduledDate: soon() } }),
    () => team.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 1 } }),
    () => client.call('reviewBooking', { params, body: { rating: 5, review: 'Fine' } }),
    () => team.call('setBookingStatus', { params, body: { status: 'scheduled' } }),
    async () => {
      const { body } = await client.call('readBooking', { params });
      return client.call('cancelBooking', { params, body: { outcome: body.changes.cancel?.outcome } });
    },
  ];
  for (const step of steps) {
    const hints = await toldBy(step);
    expect(hints.person(user.id)).toEqual(
      expect.arrayContaining([`/api/bookings/${id}`, '/api/bookings', '/api/hours', '/api/auth/user']),
    );
    expect(hints.team).toEqual(expect.arrayContaining([`/api/bookings/${id}`, '/api/admin/bookings']));
  }
  const again = await toldBy(() => team.call('setBookingStatus', { params, body: { status: 'cancelled' } }));
  expect(again.team).toEqual([]);
});

test('a custom request and a message in a thread are told to both sides', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const client = await server.as(user);
  const requestHints = await toldBy(() =>
    client.call('requestCustomService', {
      body: {
        serviceId: 'custom-service',
        serviceName: 'Hang a swing',
        description: whole,
        estimatedHours: 1,
        scheduledDate: soon(),
        priority: 'standard',
        location: 'The garden',
        contactInfo: 'Call 0400 000 000',
        paymentType: 'custom_quote',
      },
    }),
  );
  expect(requestHints.person(user.id)).toContain('/api/bookings');
  expect(requestHints.team).toContain('/api/admin/requests');
  const { id } = await aBooking(db, { user_id: user.id });
  const key = randomUUID();
  const send = () =>
    client.call('sendMessage', { body: { bookingId: id, message: 'Hello' }, idempotencyKey: key });
  const written = await toldBy(send);
  expect(written.person(user.id)).toEqual([`/api/bookings/${id}/messages`]);
  expect(written.team).toContain(`/api/bookings/${id}/messages`);
  expect((await toldBy(send)).team).toEqual([]);
});

test('a change of preferences is told to the person’s other devices, and to the team, who see them beside the chat', async () => {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  const hints = await toldBy(() => client.call('savePreferences', { body: { preferredTime: 'evening' } }));
  expect([hints.person(user.id), hints.team]).toEqual([
    ['/api/preferences'],
    [`/api/admin/users/${user.id}`],
  ]);
});

test('a change that concerns only one person is told to their other devices alone', async () => {
  const user = await aUser(server.deps.db);
  const client = await server.as(user);
  for (const call of ['createCalendarLink', 'revokeCalendarLink'] as const) {
    const hints = await toldBy(() => client.call(call));
    expect([hints.person(user.id), hints.team]).toEqual([['/api/calendar-link'], []]);
  }
});
