import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import {
  aBooking,
  anAdmin,
  aPayment,
  aPlan,
  aSubscription,
  aUser,
} from '../../../testing/builders/builders.ts';
import { anOverageAgreement } from '../../../testing/builders/overage.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: 'owner@example.com' } });
  db = server.deps.db;
  server.clock.set('2026-11-20T02:00:00.000Z');
  admin = await server.as(await anAdmin(db, { created_at: '2026-01-01T00:00:00.000Z' }));
});
afterAll(() => server.close());

const next = (headers: Headers) => /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];

test('everybody is listed, newest first, with plan, open bookings and the last one', async () => {
  const at = (day: number) => `2026-11-1${day}T00:00:00.000Z`;
  const member = await aUser(db, { created_at: at(9), first_name: 'Mia' });
  await aPlan(db, { user_id: member.id, tier: 'deluxe' });
  const owing = await aUser(db, { created_at: at(8) });
  await aSubscription(db, { user_id: owing.id, tier: 'basic', status: 'past_due' });
  const former = await aUser(db, { created_at: at(7) });
  await aSubscription(db, { user_id: former.id, status: 'ended' });
  await aBooking(db, { user_id: member.id, status: 'scheduled', created_at: at(1) });
  const last = await aBooking(db, { user_id: member.id, status: 'completed', created_at: at(2) });
  await aBooking(db, { user_id: member.id, status: 'pending', created_at: at(1) });

  const { body } = await admin.call('listCustomers', { query: { limit: 3 } });
  expect(body.map((c) => c.id)).toEqual([member.id, owing.id, former.id]);
  expect(body[0]).toMatchObject({
    firstName: 'Mia',
    subscriptionTier: 'deluxe',
    paymentFailed: false,
    openBookings: 2,
    lastBooking: { id: last.id, status: 'completed', createdAt: at(2) },
  });
  expect(body[1]).toMatchObject({ subscriptionTier: 'basic', paymentFailed: true, openBookings: 0 });
  expect(body[2]).toMatchObject({ subscriptionTier: 'none', paymentFailed: false, lastBooking: null });

  const ids = async (query: Record<string, string>) =>
    (await admin.call('listCustomers', { query })).body.map((c) => c.id);
  expect(await ids({ tier: 'deluxe' })).toEqual([member.id]);
  expect(await ids({ tier: 'basic' })).toEqual([owing.id]);
  expect(await ids({ tier: 'none' })).toContain(former.id);
  expect(await ids({ tier: 'none' })).not.toContain(member.id);
  expect(await ids({ role: 'admin' })).toHaveLength(1);
  expect(await ids({ role: 'admin', tier: 'deluxe' })).toEqual([]);
});

test('people are found by the beginnings of their words, however many there are', async () => {
  const zara = await aUser(db, { first_name: 'Zara', last_name: 'Quill', email: 'zq@example.com' });
  await aPlan(db, { user_id: zara.id, tier: 'basic' });
  const found = async (query: Record<string, string | number>) =>
    (await admin.call('listCustomers', { query })).body.map((c) => c.id);
  expect(await found({ text: 'qui ZA' })).toEqual([zara.id]);
  expect(await found({ text: 'zq@exa', tier: 'basic' })).toEqual([zara.id]);
  expect(await found({ text: 'quill', tier: 'premium' })).toEqual([]);
  expect(await found({ text: 'nobodyatall' })).toEqual([]);
  expect(await found({ text: ' ' })).toContain(zara.id);
  for (let n = 0; n < 205; n++)
    await aUser(db, { first_name: 'Crowd', created_at: '2025-01-01T00:00:00.000Z' });
  const crowd = await found({ text: 'crow', limit: 200 });
  expect([crowd.length, new Set(crowd).size]).toEqual([200, 200]);
});

test('pages follow without a gap, also among people of one moment', async () => {
  const made = [];
  for (let n = 0; n < 7; n++) made.push((await aUser(db, { created_at: '2026-12-01T00:00:00.000Z' })).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query: Record<string, string | number> = { limit: 3, ...(cursor && { cursor }) };
    const { body, headers } = await admin.call('listCustomers', { query });
    seen.push(...body.map((c) => c.id));
    cursor = next(headers) && decodeURIComponent(next(headers) ?? '');
  } while (cursor);
  expect(seen.slice(0, 7).sort()).toEqual(made.sort());
  expect(new Set(seen).size).toBe(seen.length);
  const total = await db.selectFrom('users').select('id').execute();
  expect(seen).toHaveLength(total.length);
  expect((await admin.call('listCustomers', { query: { cursor: 'mine' } })).status).toBe(400);
});

test('a person’s page shows plan, hours, preferences and counts', async () => {
  const member = await aUser(db, { first_name: 'Noah', email: 'Owner@example.com' });
  await aPlan(db, { user_id: member.id });
  await aBooking(db, { user_id: member.id, estimated_minutes: 90 });
  for (const rating of [4, 5])
    await aBooking(db, { user_id: member.id, status: 'completed', payment_type: 'one_time', rating });
  const wishes = { preferredTime: 'morning', specialInstructions: 'Shoes off, please' };
  await (await server.as(member)).call('savePreferences', { body: wishes });

  const { body } = await admin.call('readCustomer', { params: { id: member.id } });
  expect(body).toMatchObject({
    id: member.id,
    firstName: 'Noah',
    role: 'customer',
    subscriptionTier: 'standard',
    heldHours: 1.5,
    remainingHours: 10.5,
    adminByAddress: true,
    subscription: { tier: 'standard', status: 'active', owed: null },
    hours: { heldHours: 1.5, period: { grantedHours: 12 } },
    preferences: wishes,
    bookingCounts: { pending: 1, scheduled: 0, in_progress: 0, completed: 2, cancelled: 0 },
    reviews: { count: 2, average: 4.5 },
  });
  const hours = await admin.call('readCustomerHours', { params: { id: member.id } });
  expect(hours.body).toEqual(body.hours);
});

test('a person’s page names the work past their hours that is owed: all of the sum, and the longest owed items', async () => {
  const { id } = await aUser(db, { last_name: 'Owens' });
  const owe = async (day: number, amount_cents: number) => {
    const booking = await aBooking(db, { user_id: id, status: 'completed' });
    const payment = await aPayment(db, { user_id: id, status: 'awaiting', amount_cents });
    await anOverageAgreement(db, {
      booking_id: booking.id,
      user_id: id,
      payment_id: payment.id,
      charged_minutes: 90,
      owed_since: `2026-11-0${day}T00:00:00.000Z`,
    });
    return booking;
  };
  const read = async () => (await admin.call('readCustomer', { params: { id } })).body;
  expect((await read()).owedWork).toBeUndefined();
  const second = await owe(2, 17_513);
  const first = await owe(1, 20_000);
  const service = 'House cleaning';
  expect(await read()).toMatchObject({ paymentFailed: true });
  const [line] = (await admin.call('listCustomers', { query: { text: 'owens' } })).body;
  expect(line).toMatchObject({ subscriptionTier: 'none', paymentFailed: true });
  expect((await read()).owedWork).toEqual({
    amountCents: 37_513,
    count: 2,
    items: [
      { bookingId: first.id, service, hours: 1.5, amountCents: 20_000 },
      { bookingId: second.id, service, hours: 1.5, amountCents: 17_513 },
    ],
  });
  for (const day of [3, 4, 5, 6, 7]) await owe(day, 100);
  const { owedWork } = await read();
  expect(owedWork).toMatchObject({ amountCents: 38_013, count: 7 });
  expect(owedWork?.items.map(({ amountCents }) => amountCents)).toEqual([20_000, 17_513, 100, 100, 100]);
});

test('a person without any activity has an empty page', async () => {
  const { id } = await aUser(db);
  const { body } = await admin.call('readCustomer', { params: { id } });
  expect(body).toMatchObject({
    subscription: { tier: 'none' },
    hours: { period: null, grants: [] },
    preferences: { preferredTime: 'flexible', specialInstructions: '' },
    reviews: { count: 0, average: null },
    adminByAddress: false,
  });
  expect((await admin.call('listCustomerStatement', { params: { id } })).body).toEqual([]);
});

test('the team reads a member’s statement as the member does, page by page', async () => {
  const member = await aUser(db);
  await aPlan(db, { user_id: member.id });
  for (let n = 0; n < 3; n++) {
    const { id } = await aBooking(db, { user_id: member.id });
    await admin.call('setBookingStatus', { params: { id }, body: { status: 'completed', actualHours: 1 } });
  }
  const memberAnswer = await (await server.as(member)).call('listHoursStatement');
  const params = { id: member.id };
  const first = await admin.call('listCustomerStatement', { params, query: { limit: 3 } });
  const cursor = decodeURIComponent(next(first.headers) ?? '');
  const rest = await admin.call('listCustomerStatement', { params, query: { cursor } });
  expect([...first.body, ...rest.body]).toEqual(memberAnswer.body);
  expect(memberAnswer.body).toHaveLength(4);
});

test('an unknown person is not found, and only administrators can call it', async () => {
  const params = { id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11' };
  const someone = await aUser(db);
  const customer = await server.as(someone);
  const reads = ['readCustomer', 'readCustomerHours', 'listCustomerStatement'] as const;
  for (const name of reads) {
    expect([name, (await admin.call(name, { params })).status]).toEqual([name, 404]);
    expect([name, (await customer.call(name, { params: { id: someone.id } })).status]).toEqual([name, 403]);
    expect([name, (await server.anyone.call(name, { params })).status]).toEqual([name, 401]);
  }
  expect((await customer.call('listCustomers')).status).toBe(403);
  expect((await server.anyone.call('listCustomers')).status).toBe(401);
});

test('the team’s lists tell a namesake with an unverified address from the customer', async () => {
  const same = { first_name: 'Nora', last_name: 'Namesake', email: 'nora@example.com' };
  const people = [await aUser(db, same), await aUser(db, { ...same, email_verified: 0 })];
  for (const { id } of people) await aBooking(db, { user_id: id });
  const expected = people.map(({ id }, index) => [id, index === 0]).sort();
  const listed = (await admin.call('listCustomers', { query: { text: 'namesake' } })).body;
  expect(listed.map(({ id, emailVerified }) => [id, emailVerified]).sort()).toEqual(expected);
  const bookings = (await admin.call('listAllBookings', { query: { text: 'namesake' } })).body;
  expect(bookings.map(({ customer }) => [customer.id, customer.emailVerified]).sort()).toEqual(expected);
  for (const [id, emailVerified] of expected) {
    const params = { id: String(id) };
    expect((await admin.call('readCustomer', { params })).body.emailVerified).toBe(emailVerified);
    const talk = await admin.call('readConversation', { params });
    expect(talk.body.customer.emailVerified).toBe(emailVerified);
  }
});

test('requests, disputes, questions about longer work and live work tell them apart, too', async () => {
  const same = { first_name: 'Vera', last_name: 'Vouched', email: 'vera@example.com' };
  const people = [await aUser(db, same), await aUser(db, { ...same, email_verified: 0 })];
  const asked_by = (await anAdmin(db)).id;
  const at = '2026-11-20T01:00:00.000Z';
  for (const { id: user_id } of people) {
    const of = { user_id, booking_id: (await aBooking(db, { user_id, status: 'in_progress' })).id };
    await db
      .insertInto('extra_hours')
      .values({
        ...of,
        id: randomUUID(),
        seq: 1,
        from_minutes: 180,
        to_minutes: 240,
        reason: 'The gate was stuck',
        state: 'waiting',
        asked_by,
        asked_at: at,
        settled_at: null,
      })
      .execute();
    await db
      .insertInto('disputes')
      .values({
        ...of,
        id: randomUUID(),
        provider_id: randomUUID(),
        intent_id: randomUUID(),
        payment_id: null,
        invoice_id: null,
        amount_cents: 100,
        reason: 'general',
        state: 'won',
        answer_by: null,
        created_at: at,
        updated_at: at,
        closed_at: at,
      })
      .execute();
    await aPayment(db, { user_id, status: 'refunding', refund_trouble: 'The card was closed' });
    await db
      .insertInto('custom_requests')
      .values({
        booking_id: (await aBooking(db, { user_id, payment_type: 'custom_quote', created_at: at })).id,
        service_name: 'Piano tuning',
        description: 'An upright',
        priority: 'standard',
        location: 'Newtown',
        contact_info: '',
        estimated_minutes: null,
        turn: at,
      })
      .execute();
  }
  const lists = await Promise.all([
    admin.call('listRequests', { query: { state: 'waiting' } }).then(({ body }) => body),
    admin.call('listDisputes').then(({ body }) => body),
    admin.call('listExtraHours').then(({ body }) => body),
    admin.call('listStuckRefunds').then(({ body }) => body),
    admin.call('readLiveWork').then(({ body }) => body.inProgress),
  ]);
  const expected = people.map(({ id }, index) => [id, index === 0]).sort();
  for (const list of lists) {
    const theirs = list.map(({ customer }) => customer).filter(({ name }) => name === 'Vera Vouched');
    expect(theirs.map(({ id, emailVerified }) => [id, emailVerified]).sort()).toEqual(expected);
  }
});
