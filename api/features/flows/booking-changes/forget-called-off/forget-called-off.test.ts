import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleaning } from '../../../../jobs/cleaning.ts';
import { unpaid } from '../../../../jobs/unpaid.ts';
import {
  aBooking,
  addNotes,
  anAdmin,
  aPayment,
  aPlan,
  aService,
  aUser,
} from '../../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue } from '../../../../testing/builders/requests.ts';
import { payWithCard, settled } from '../../../../testing/outside/cards.ts';
import { recordChanges } from '../../../../testing/servers/changes.ts';
import { cleanOnTwo } from '../../../../testing/servers/cleaning-rounds.ts';
import type { TestServer } from '../../../../testing/servers/server.ts';
import {
  peopleMatching,
  rememberContact,
} from '../../../records/account/people-search/people-search.service.ts';
import { presentBookingById } from '../../../records/bookings/bookings.service.ts';
import type { BookingTable } from '../../../records/bookings/bookings.table.ts';

const start = '2026-11-20T02:00:00.000Z';
const inAMonth = '2026-12-20T02:00:00.000Z';
const { signal } = new AbortController();
let server: TestServer;
beforeEach(async () => {
  server = await startWithCatalogue();
  server.clock.set(start);
});
afterEach(() => server.close());

const clean = () => cleanOnTwo(server.deps);
const inThirtyDays = () => server.clock.advance({ days: 30 });
const aMoment = () => server.clock.advance({ seconds: 0.001 });
const notesOf = async (id: string) => (await presentBookingById(server.deps.db, id)).notes;

test('an unpaid booking loses its address a month after its cancellation, also if the customer has a plan since', async () => {
  const { db } = server.deps;
  const user = await aUser(db);
  const { id: serviceId } = await aService(db);
  const notes = 'Name: Ann Lee\nPhone: 0412 345 678\nAddress: 12 Banksia Street';
  const body = { serviceId, scheduledDate: inAMonth, notes, paymentType: 'subscription' as const };
  const { id } = (await (await server.as(user)).call('createBooking', { body })).body;
  server.clock.advance({ hours: 25 });
  await unpaid(server.deps, signal);
  server.clock.advance({ days: 20 });
  const { body: plan } = await (await server.as(user)).call('createSubscription', {
    body: { tier: 'basic' },
  });
  await payWithCard(server, plan.clientSecret);
  await settled(server);
  const { updated_at } = await db
    .selectFrom('bookings')
    .select('updated_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  server.clock.set(updated_at);
  inThirtyDays();
  await clean();
  expect(await notesOf(id)).toBe(notes);
  aMoment();
  const changes = recordChanges(server.deps);
  await clean();
  const read = (await (await server.as(user)).call('readBooking', { params: { id } })).body;
  expect(read).toMatchObject({ status: 'cancelled', notes: null });
  expect(changes, 'whoever has read it reads it again').toContainEqual({
    people: [user.id],
    keys: ['/api/bookings', '/api/bookings/'],
  });
});

test('the answers to the questions of a service go with the address, also of a booking without one', async () => {
  const { db } = server.deps;
  const { id: serviceId } = await aService(db);
  const questionId = randomUUID();
  const question = {
    id: questionId,
    service_id: serviceId,
    position: 0,
    kind: 'text' as const,
    question: 'How do we get in?',
    options: '',
    is_required: 0,
    created_at: start,
    retired_at: null,
  };
  await db.insertInto('service_questions').values(question).execute();
  const client = await server.as(await aUser(db));
  const book = async (details: { notes: string }) =>
    (
      await client.call('createBooking', {
        body: {
          serviceId,
          scheduledDate: inAMonth,
          paymentType: 'subscription',
          answers: [{ questionId, answer: 'Code 4711' }],
          ...details,
        },
      })
    ).body.id;
  const ids = [await book({ notes: 'Name: Ann Lee' }), await book({ notes: '' })];
  server.clock.advance({ hours: 25 });
  await unpaid(server.deps, signal);
  const answers = async () =>
    (await db.selectFrom('booking_answers').select('booking_id').execute()).map((row) => row.booking_id);
  expect((await answers()).sort()).toEqual(ids.sort());
  inThirtyDays();
  aMoment();
  await clean();
  expect(await answers()).toEqual([]);
});

test('a request without a result keeps only its title, and is found by it alone', async () => {
  const { db } = server.deps;
  const { id, params, user, administrator, quoted, decline } = await aRequest(server, {
    fields: { notes: 'Ann Lee, ring twice', scheduledDate: '2027-11-01T22:30:00.000Z' },
  });
  await decline(await quoted());
  inThirtyDays();
  aMoment();
  await clean();
  expect(await notesOf(id), 'what waits is not given up').toMatch(/Ann Lee/);
  const client = await server.as(user);
  const { body: detail } = await client.call('readBooking', { params });
  expect((await client.call('cancelBooking', { params, body: detail.changes.cancel })).status).toBe(200);
  inThirtyDays();
  aMoment();
  await clean();
  expect(await notesOf(id)).toBeNull();
  const team = await server.as(administrator);
  const { body: settledOnes } = await team.call('listRequests', { query: { state: 'settled' } });
  expect(settledOnes.find((request) => request.id === id)).toMatchObject({
    serviceName: 'Piano tuning',
    description: '',
    location: '',
    contactInfo: '',
  });
  const words = await db.selectFrom('request_words').select('word').where('booking_id', '=', id).execute();
  expect(words.map(({ word }) => word).sort()).toEqual(['piano', 'tuning']);
  expect((await team.call('readAnyBooking', { params })).body.notes).toBeNull();
});

test('bookings that were agreed to, used hours, were paid or are open keep their notes at any age', async () => {
  const { db } = server.deps;
  const admin = await anAdmin(db);
  const team = await server.as(admin);
  const old = { updated_at: '2020-01-01T00:00:00.000Z' };
  const make = (given: Partial<BookingTable>) => aBooking(db, { ...old, notes: 'Ann Lee', ...given });
  const user = await aUser(db);
  await aPlan(db, { user_id: user.id });
  const agreed = await make({ user_id: user.id });
  for (const status of ['scheduled', 'cancelled'] as const)
    await team.call('setBookingStatus', { params: { id: agreed.id }, body: { status } });
  await db.updateTable('bookings').set(old).where('id', '=', agreed.id).execute();
  const late = await make({ user_id: user.id, status: 'cancelled' });
  await db
    .insertInto('hour_entries')
    .values({
      id: randomUUID(),
      user_id: user.id,
      seq: 1000,
      grant_id: null,
      booking_id: late.id,
      kind: 'overage',
      minutes: -60,
      reverses_id: null,
      at: start,
      recorded_at: start,
    })
    .execute();
  const paid = await make({ status: 'cancelled', payment_id: (await aPayment(db)).id });
  const waiting = await make({});
  const never = await make({ status: 'cancelled' });
  await clean();
  for (const { id } of [agreed, late, paid, waiting]) expect(await notesOf(id)).toBe('Ann Lee');
  expect(await notesOf(never.id)).toBeNull();
});

test('one round cleans more than a batch, including bookings behind those that stay', async () => {
  const { db } = server.deps;
  const [{ id: user_id }, { id: service_id }] = [await aUser(db), await aService(db)];
  const aRow = (n: number) => ({
    id: randomUUID(),
    user_id,
    service_id,
    status: 'cancelled' as const,
    payment_type: 'subscription' as const,
    estimated_minutes: 60,
    created_at: start,
    updated_at: new Date(Date.parse('2020-01-01') + n).toISOString(),
  });
  const rows = Array.from({ length: 1001 }, (_, n) => aRow(n));
  for (const at of [0, 500, 1000])
    await db
      .insertInto('bookings')
      .values(rows.slice(at, at + 500))
      .execute();
  for (const at of [0, 500, 1000]) await addNotes(db, rows.slice(at, at + 500), 'Ann Lee');
  const stays = rows.slice(0, 600).map(({ id }, n) => ({
    id: randomUUID(),
    booking_id: id,
    seq: n,
    from_status: null,
    to_status: 'scheduled' as const,
    actor_id: null,
    at: start,
  }));
  for (const at of [0, 500])
    await db
      .insertInto('booking_status_changes')
      .values(stays.slice(at, at + 500))
      .execute();
  const changes = recordChanges(server.deps);
  await cleaning(server.deps, signal);
  const kept = await db.selectFrom('booking_details').select('booking_id').execute();
  expect(kept).toHaveLength(600);
  expect(changes.filter(({ people }) => people)).toHaveLength(1);
});

test('the team finds nobody by a number that stood only in what was erased', async () => {
  const { db } = server.deps;
  const [user, other] = [await aUser(db, { last_name: '+12 Lee' }), await aUser(db)];
  const { id: service_id } = await aService(db);
  const [gone, stays, requestPhone] = ['0412 345 678', '0413 000 111', '0414 000 222'] as const;
  const book = async (user_id: string, phone: string, given: Partial<BookingTable> = {}) => {
    await aBooking(db, { user_id, service_id, notes: `Phone: ${phone}`, ...given });
    await rememberContact(db, user_id, { phone, place: null });
  };
  const old = { status: 'cancelled' as const, updated_at: '2020-01-01T00:00:00.000Z' };
  await book(user.id, gone, old);
  await book(user.id, stays, old);
  await book(user.id, `+61 ${stays.slice(1)}`);
  await book(other.id, gone);
  const found = async (text: string) => (await peopleMatching(db, text, 9)).sort();
  expect(await found(gone)).toEqual([user.id, other.id].sort());
  await clean();
  expect(await found(gone)).toEqual([other.id]);
  expect(await found(stays)).toEqual([user.id]);

  const { params, user: asker } = await aRequest(server, { fields: { contactInfo: requestPhone } });
  expect(await found(requestPhone)).toEqual([asker.id]);
  const client = await server.as(asker);
  const { body: detail } = await client.call('readBooking', { params });
  await client.call('cancelBooking', { params, body: detail.changes.cancel });
  inThirtyDays();
  aMoment();
  await clean();
  expect(await found(requestPhone)).toEqual([]);
});

test('the team finds nobody by an address that stood only in what was erased', async () => {
  const { db } = server.deps;
  const [user, { id: service_id }] = [await aUser(db), await aService(db)];
  const book = async (place: string, given: Partial<BookingTable> = {}) => {
    await aBooking(db, { user_id: user.id, service_id, notes: `Address: ${place}`, ...given });
    await rememberContact(db, user.id, { phone: null, place });
  };
  await book('3 Gonewood Lane', { status: 'cancelled', updated_at: '2020-01-01T00:00:00.000Z' });
  await book('5 Staywood Lane');
  await clean();
  expect(await peopleMatching(db, 'gonewood', 9)).toEqual([]);
  expect(await peopleMatching(db, 'staywood', 9)).toEqual([user.id]);
});
