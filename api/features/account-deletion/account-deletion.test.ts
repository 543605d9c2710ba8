import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../db/database.ts';
import { isPostgres } from '../../db/open.ts';
import { accountDeletions } from '../../jobs/account-deletions.ts';
import { dataExports } from '../../jobs/data-exports.ts';
import { notices } from '../../jobs/notices.ts';
import { seedCatalogue } from '../../seed/catalogue.ts';
import {
  aBooking,
  aChatMessage,
  aMessage,
  anAdmin,
  aPayment,
  aPlan,
  aService,
  aUser,
} from '../../testing/builders/builders.ts';
import { aPicture } from '../../testing/builders/photos.ts';
import { aRequest } from '../../testing/builders/requests.ts';
import { cards, paymentsSandbox, payWithCard, settled, visit } from '../../testing/outside/cards.ts';
import { aPost } from '../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { refuseLeaving } from '../account/leaving.service.ts';
import { presentBookingById } from '../bookings/bookings.service.ts';
import { syncSubscription } from '../subscription/sync.service.ts';

const today = '2026-11-20T02:00:00.000Z';
/** One word in lower case, so that the search’s words contain it as it is. */
const canary = 'kanarienvogel3x8q';
const never = new AbortController().signal;
const said: string[] = [];
const mail = aPost();

let server: TestServer;
let db: Db;
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void said.push(line) });
  server = await startTestServer({ log, deps: { mail } });
  db = server.deps.db;
  await seedCatalogue(db);
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

const run = (deps = server.deps, stopping = never) => accountDeletions(deps, stopping);
const weekOver = () => server.clock.set('2026-11-27T02:00:00.000Z');
const isDone = async (id: string) =>
  (await db.selectFrom('account_deletions').select('done_at').where('user_id', '=', id).executeTakeFirst())
    ?.done_at !== null;

async function aMember(given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(db, given);
  const client = await server.as(user);
  const ask = (email = user.email) => client.call('requestAccountDeletion', { body: { email } });
  return { user, client, ask };
}

/** Every cell of every table that contains a text. */
async function cellsWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(text)) found.push(`${name}.${column}`);
  }
  return found;
}

/**
 * Every file in our folder that contains a text, without those of the counterparties: their own books, and the
 * person’s own mailbox.
 */
async function filesWith(text: string): Promise<string[]> {
  const { DATA_DIR } = server.deps.env;
  const names = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.startsWith(join(DATA_DIR, 'sandbox'))) continue;
    if ((await readFile(file)).includes(text)) found.push(file);
  }
  return found;
}

async function provider(path: string): Promise<{ status: number; body: string }> {
  const { keys, listen } = paymentsSandbox(server);
  const { protocol, host, port } = await listen();
  const headers = { authorization: `Bearer ${keys.secretKey}` };
  const response = await fetch(`${protocol}://${host}:${port}/v1/${path}`, { headers });
  return { status: response.status, body: await response.text() };
}

const kindsAtProvider = [
  'subscriptions?status=all',
  'invoices',
  'payment_intents',
  'setup_intents',
  'charges',
  'refunds',
  'disputes',
];

/** The fields of all objects at the provider that contain a text; events are checked apart. */
async function atProvider(text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const path of kindsAtProvider) {
    const kind = path.split('?')[0] ?? '';
    for (const object of await allOf(path))
      for (const [field, value] of Object.entries(object))
        if (JSON.stringify(value).includes(text)) found.add(`${kind}.${field}`);
  }
  // The charged cards, which no longer have a customer.
  for (const { payment_method } of await allOf('charges'))
    if ((await provider(`payment_methods/${payment_method}`)).body.includes(text))
      found.add('payment_methods');
  if (JSON.stringify(await allOf('events')).includes(text)) found.add('events');
  return [...found];
}

async function allOf(path: string): Promise<({ id: string } & Record<string, unknown>)[]> {
  const { body } = await provider(`${path}${path.includes('?') ? '&' : '?'}limit=100`);
  const page = JSON.parse(body);
  expect([path, page.has_more]).toEqual([path, false]);
  return page.data;
}

test('a deletion leaves no trace of the person’s words or name in tables, files, logs or at the card provider', async () => {
  const { user, client, ask } = await aMember({
    first_name: canary,
    last_name: `Of ${canary}`,
    email: `${canary}@example.com`,
    profile_image_url: `https://pictures.example.com/${canary}`,
    concierge_contact: `0491 ${canary}`,
  });
  const admin = await anAdmin(db);
  const team = await server.as(admin);

  // A plan and a card, a card payment with its details, and an unpaid one.
  const begun = await client.call('createSubscription', { body: { tier: 'standard' } });
  await payWithCard(server, begun.body.clientSecret);
  const setup = await client.call('createSetupIntent');
  await payWithCard(server, setup.body.client_secret);
  const [service] = (await client.call('listServices')).body.filter(({ price }) => price !== null);
  const serviceId = service?.id ?? '';
  const bookingData = {
    ...visit,
    customerName: canary,
    address: `12 Wattle Street, ${canary}`,
    notes: canary,
    scheduledDate: '2026-12-10T22:30:00.000Z',
  };
  const pay = async () =>
    (await client.call('createPaymentIntent', { body: { serviceId, bookingData } })).body.clientSecret;
  const paid = await pay();
  await payWithCard(server, paid, cards.succeeds, canary);
  const paymentIntentId = paid.split('_secret_')[0] ?? '';
  const { body: cardBooking } = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId, serviceId, bookingData },
  });
  await pay();
  await settled(server);

  // A request with a paid quote, under the person’s own title.
  const request = await aRequest(server, {
    user,
    asked: {
      serviceName: `Piano ${canary}`,
      description: `All about ${canary}`,
      location: `Newtown ${canary}`,
      contactInfo: `0400 000 000 ${canary}`,
      notes: canary,
    },
  });
  const { body: quoted } = await request.quote({ message: `For ${canary}` });
  const { body: accepted } = await request.accept(quoted.quote?.id ?? '');
  await payWithCard(server, accepted.clientSecret ?? '');
  await request.confirm(accepted.clientSecret ?? '');

  // Work with a review, a thread and a chat of both sides, photos, and devices’ data.
  const done = await aBooking(db, {
    user_id: user.id,
    status: 'completed',
    completed_date: today,
    notes: canary,
  });
  await client.call('reviewBooking', { params: { id: done.id }, body: { rating: 5, review: canary } });
  const photoId = randomUUID();
  await client.call('putPhoto', { params: { id: done.id, photoId }, upload: await aPicture() });
  await client.call('sendMessage', { body: { bookingId: done.id, message: canary, photoIds: [photoId] } });
  await aMessage(db, {
    booking_id: done.id,
    sender_id: admin.id,
    sender_type: 'admin',
    message: `Dear ${canary}`,
  });
  await aChatMessage(server.deps, {
    conversationId: user.id,
    sender: { id: user.id, role: 'customer' },
    content: canary,
  });
  await aChatMessage(server.deps, {
    conversationId: user.id,
    sender: { id: admin.id, role: 'admin' },
    content: canary,
  });
  await client.call('savePreferences', { body: { specialInstructions: canary } });
  await client.call('createCalendarLink');
  await db.updateTable('sessions').set({ user_agent: canary }).where('user_id', '=', user.id).execute();
  await client.call('requestDataExport');
  await dataExports(server.deps, never);
  await team.raw('GET', `/api/admin/bookings/export.csv?text=${canary}&customer=${user.id}`);
  await team.call('setBookingStatus', {
    params: { id: done.id },
    body: { status: 'completed', actualHours: 2 },
  });
  const long = await aBooking(db, { user_id: user.id, status: 'in_progress', estimated_minutes: 60 });
  await team.call('setBookingStatus', {
    params: { id: long.id },
    body: { status: 'completed', actualHours: 3, reason: `The gate of ${canary} was stuck` },
  });

  const { customer_id } = await db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect([...new Set(await cellsWith(canary))].sort()).toEqual([
    'booking_details.address',
    'booking_details.as_sent',
    'booking_details.customer_name',
    'booking_details.notes',
    'bookings.review',
    'chat_messages.content',
    'custom_requests.contact_info',
    'custom_requests.description',
    'custom_requests.location',
    'custom_requests.service_name',
    'extra_hours.reason',
    'messages.message',
    'payments.description',
    'payments.details',
    'preferences.special_instructions',
    'quotes.message',
    'request_words.word',
    'sessions.user_agent',
    'user_words.word',
    'users.concierge_contact',
    'users.email',
    'users.first_name',
    'users.last_name',
    'users.profile_image_url',
  ]);
  expect(await readdir(join(server.deps.env.PHOTOS_DIR, 'exports'))).not.toEqual([]);
  expect((await provider(`customers/${customer_id}`)).body).toContain(canary);
  expect(await atProvider(canary)).toEqual(
    expect.arrayContaining([
      'invoices.customer_name',
      'payment_intents.description',
      'charges.description',
      'events',
    ]),
  );

  expect((await ask()).status).toBe(200);
  weekOver();
  await run();

  expect(await isDone(user.id)).toBe(true);
  await settled(server);
  await notices(server.deps, never);
  expect(await cellsWith(canary)).toEqual([]);
  // Late events of the provider must not bring back a page with the person’s name.
  const theirs = db.selectFrom('invoices').select('hosted_invoice_url').where('user_id', '=', user.id);
  const { provider_id } = await db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('invoices').set({ status: 'open' }).where('user_id', '=', user.id).execute();
  await syncSubscription(server.deps, String(provider_id));
  expect(await theirs.execute()).toEqual([{ hosted_invoice_url: null }]);
  if (!isPostgres(db)) {
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const { DATABASE_URL: file } = server.deps.env;
    for (const part of [file, `${file}-wal`].filter(existsSync))
      expect(readFileSync(part).includes(canary), part).toBe(false);
  }
  expect(await filesWith(canary)).toEqual([]);
  expect(await readdir(join(server.deps.env.PHOTOS_DIR, 'exports'))).toEqual([]);
  expect(await db.selectFrom('photos').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('loose_photo_files').selectAll().execute()).toEqual([]);
  expect(said.join('')).toContain('"path":"/api/account-deletion"');
  expect(said.filter((line) => line.includes(canary))).toEqual([]);
  expect((await provider(`customers/${customer_id}`)).status).toBe(404);
  // The law requires the provider to keep invoices and charges unchanged, with the name on a card that paid once. It
  // shows its own events for 30 days.
  const kept = [
    'invoices.customer_email',
    'invoices.customer_name',
    'charges.billing_details',
    'payment_methods',
  ];
  expect((await provider(`payment_methods?customer=${customer_id}&limit=100`)).body).not.toContain(canary);
  expect(await atProvider(canary)).toEqual([...kept, 'events']);
  server.clock.advance({ days: 31 });
  expect(await atProvider(canary)).toEqual(kept);
  server.clock.set('2026-11-27T02:00:00.000Z');

  // The records that the law requires remain: the payments, and the refund of the work still to come.
  const payments = await db.selectFrom('payments').selectAll().where('user_id', '=', user.id).execute();
  expect(payments.find(({ intent_id }) => intent_id === paymentIntentId)).toMatchObject({
    status: 'refunded',
    amount_cents: (service?.price ?? 0) * 100,
    details: '{}',
    description: 'A service',
  });
  const bookings = await db.selectFrom('bookings').selectAll().where('user_id', '=', user.id).execute();
  expect(bookings.find(({ id }) => id === cardBooking.id)).toMatchObject({
    status: 'cancelled',
  });
  const details = db.selectFrom('booking_details').select('booking_id');
  expect(await details.where('booking_id', '=', cardBooking.id).execute()).toEqual([]);
  const plan = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(plan.status).toBe('ended');
  const [last] = mail.letters.filter(({ to }) => to === user.email).slice(-1);
  expect(last?.subject).toBe('Your account is deleted');

  // The session is over, the team no longer finds the person, and a new sign-in creates a new person.
  expect((await client.raw('GET', '/api/auth/user')).status).toBe(401);
  expect((await team.call('listCustomers')).body.map(({ id }) => id)).not.toContain(user.id);
  expect((await team.call('listCustomers', { query: { text: canary } })).body).toEqual([]);
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    issuer: 'deleted',
    subject: user.id,
    email: '',
    first_name: 'Former',
    customer_id: null,
  });
});

test('a deletion is requested with the typed address, shown with its terms, and taken back', async () => {
  const { user, client, ask } = await aMember();
  const service = await aService(db, { name: 'Gutters' });
  const payment = await aPayment(db, { user_id: user.id, service_id: service.id });
  const about = { user_id: user.id, service_id: service.id, payment_type: 'one_time' as const };
  const far = await aBooking(db, {
    ...about,
    scheduled_date: '2026-12-20T02:00:00.000Z',
    payment_id: payment.id,
  });
  await aBooking(db, { user_id: user.id, status: 'scheduled', scheduled_date: '2026-11-22T02:00:00.000Z' });
  const request = await aRequest(server, { user });
  const quoteId = await request.quoted();
  const before = (await client.call('readAccountDeletion')).body;
  expect(before).toMatchObject({
    at: '2026-11-27T02:00:00.000Z',
    requestedAt: null,
    mayKeep: false,
    obstacle: null,
    bookings: expect.arrayContaining([
      {
        id: far.id,
        service: 'Gutters',
        scheduledDate: '2026-12-20T02:00:00.000Z',
        outcome: 'refund',
        amountCents: 18_900,
        hours: 0,
      },
    ]),
    plan: null,
  });
  expect((await ask('somebody@example.com')).body.fields).toHaveProperty('email');
  expect((await client.call('readAccountDeletion')).body.requestedAt).toBe(null);

  const asked = await ask(` ${user.email.toUpperCase()} `);
  expect(asked.body).toMatchObject({ requestedAt: today, mayKeep: true, at: before.at });
  server.clock.set('2026-11-21T02:00:00.000Z');
  expect((await ask()).body, 'a repeat changes nothing').toMatchObject({ requestedAt: today, at: before.at });
  await expect(refuseLeaving(db, user.id)).rejects.toMatchObject({ code: 'conflict' });
  const other = await aService(db);
  const booked = await client.call('createBooking', {
    body: {
      serviceId: other.id,
      scheduledDate: '2026-12-01T22:30:00.000Z',
      notes: '',
      paymentType: 'subscription',
    },
  });
  expect(booked.body.code).toBe('conflict');
  expect((await client.call('createSubscription', { body: { tier: 'basic' } })).body.code).toBe('conflict');
  expect((await client.call('changeSubscription', { body: { tier: 'basic' } })).body.code).toBe('conflict');
  expect((await request.accept(quoteId)).body.code).toBe('conflict');

  expect((await client.call('keepAccount')).body).toMatchObject({ requestedAt: null, mayKeep: false });
  weekOver();
  await run();
  expect((await client.call('readUser')).body.email).toBe(user.email);
  await notices(server.deps, never);
  const told = mail.letters.filter(
    ({ to, subject }) => to === user.email && subject.startsWith('Your account'),
  );
  expect(told.map(({ subject }) => subject)).toEqual(['Your account will be deleted', 'Your account stays']);
});

test('open bookings are shown on the terms of the day of the deletion', async () => {
  const { user, client } = await aMember();
  await aPlan(db, { user_id: user.id, current_period_end: '2026-12-18T00:00:00.000Z' });
  const about = { user_id: user.id, status: 'scheduled', payment_type: 'subscription' } as const;
  const dates = ['2026-11-27T20:00:00.000Z', '2026-12-04T02:00:00.000Z', '2026-12-05T02:00:00.000Z'];
  const [late, far, agreed] = await Promise.all(
    dates.map((scheduled_date) => aBooking(db, { ...about, scheduled_date, estimated_minutes: 120 })),
  );
  await db
    .insertInto('past_hours')
    .values({
      booking_id: agreed?.id ?? '',
      user_id: user.id,
      minutes: 90,
      extra_minutes: 0,
      amount_cents: 10_500,
      hour_cents: 7_000,
      tier: 'standard',
      agreed_at: today,
      payment_id: null,
      charged_minutes: 0,
      owed_since: null,
    })
    .execute();
  const { body } = await client.call('readAccountDeletion');
  server.clock.set(body.at);
  const onTheDay = async (id = '') =>
    (await client.call('readBooking', { params: { id } })).body.changes.cancel;
  expect(body.bookings.map(({ id }) => id)).toEqual([late?.id, far?.id, agreed?.id]);
  for (const { id, outcome, amountCents, hours } of body.bookings)
    expect(await onTheDay(id)).toMatchObject({ outcome, amountCents, hours });
  expect(body.bookings.map(({ outcome, hours }) => [outcome, hours])).toEqual([
    ['forfeit', 2],
    ['release', 2],
    ['release', 0.5],
  ]);
});

test('other accounts cannot be touched, and a visitor has none', async () => {
  const { user, client, ask } = await aMember();
  const { client: other } = await aMember();
  await ask();
  expect((await other.call('readAccountDeletion')).body.requestedAt).toBe(null);
  expect((await other.call('keepAccount')).body.requestedAt).toBe(null);
  expect((await other.call('requestAccountDeletion', { body: { email: user.email } })).body.code).toBe(
    'invalid_input',
  );
  expect((await client.call('readAccountDeletion')).body.requestedAt).toBe(today);
  expect((await server.anyone.call('keepAccount')).status).toBe(401);
  const kept = await aBooking(db, { notes: 'Of somebody else' });
  weekOver();
  await run();
  expect(await isDone(user.id)).toBe(true);
  expect((await other.call('readUser')).status).toBe(200);
  expect((await presentBookingById(db, kept.id)).notes).toBe('Of somebody else');
});

test('a deletion killed at any step is finished by another process', async () => {
  const { user, ask } = await aMember();
  const booking = await aBooking(db, { user_id: user.id });
  await aMessage(db, { booking_id: booking.id });
  await ask();
  weekOver();
  const { deps } = server;
  const dead = vi.fn(() => new Promise<never>(() => {}));
  const deaths = [
    { ...deps, mail: { ...mail, send: dead } },
    { ...deps, photos: { ...deps.photos, remove: dead }, archives: { ...deps.archives, remove: dead } },
  ];
  await db
    .insertInto('data_exports')
    .values({
      id: randomUUID(),
      user_id: user.id,
      requested_at: today,
      attempts: 1,
      due_at: null,
      ready_at: today,
      bytes: 1,
      goes_at: today,
    })
    .execute();
  for (const dying of deaths) {
    dead.mockClear();
    void run(dying);
    await vi.waitFor(() => expect(dead).toHaveBeenCalled(), { timeout: 30_000 });
    // The dead process holds its claim for some minutes.
    await run();
    expect(await isDone(user.id)).toBe(false);
    server.clock.advance({ minutes: 6 });
  }
  const stopped = new AbortController();
  const stopping = { ...deps, archives: { ...deps.archives, remove: async () => stopped.abort() } };
  await run(stopping, stopped.signal);
  expect(await isDone(user.id)).toBe(false);
  await Promise.all([run(), run()]);
  expect(await isDone(user.id)).toBe(true);
  expect(mail.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
    'Your account is deleted',
  ]);
  expect(await db.selectFrom('messages').select('id').where('booking_id', '=', booking.id).execute()).toEqual(
    [],
  );
});

test('a deletion waits for the team to finish its work, but not for ever', async () => {
  const { user, ask } = await aMember();
  await aBooking(db, { user_id: user.id, status: 'in_progress' });
  await ask();
  weekOver();
  await run();
  expect(await isDone(user.id)).toBe(false);
  server.clock.set('2026-12-04T02:00:00.000Z');
  await run();
  expect(await isDone(user.id)).toBe(true);
});

test('open questions about longer work are declined and lose their text', async () => {
  const { user, ask } = await aMember();
  const booking = await aBooking(db, { user_id: user.id, status: 'completed', actual_minutes: 180 });
  await db
    .insertInto('extra_hours')
    .values({
      id: randomUUID(),
      booking_id: booking.id,
      user_id: user.id,
      seq: 1,
      from_minutes: 180,
      to_minutes: 240,
      reason: `The gate of ${canary} was stuck`,
      state: 'waiting',
      asked_by: (await anAdmin(db)).id,
      asked_at: today,
      settled_at: null,
    })
    .execute();
  expect((await ask()).status).toBe(200);
  weekOver();
  await run();
  expect(await isDone(user.id)).toBe(true);
  const left = await db
    .selectFrom('extra_hours')
    .select(['state', 'reason', 'to_minutes'])
    .where('user_id', '=', user.id)
    .execute();
  expect(left).toEqual([{ state: 'declined', reason: '', to_minutes: 240 }]);
});

test('the last administrator cannot be deleted; another can, and then loses the role', async () => {
  await db.updateTable('users').set({ role: 'customer' }).execute();
  const admin = await anAdmin(db);
  const client = await server.as(admin);
  expect((await client.call('readAccountDeletion')).body.obstacle).toBe('last_admin');
  const ask = () => client.call('requestAccountDeletion', { body: { email: admin.email } });
  expect((await ask()).body.code).toBe('conflict');
  const second = await anAdmin(db);
  expect((await ask()).status).toBe(200);
  await db.updateTable('users').set({ role: 'customer' }).where('id', '=', second.id).execute();
  weekOver();
  await run();
  expect(await isDone(admin.id)).toBe(false);
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', second.id).execute();
  server.clock.advance({ days: 1 });
  await run();
  expect(await isDone(admin.id)).toBe(true);
  const { role } = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  expect(role).toBe('customer');
});
