import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import { dataExports } from '../../../jobs/data-exports.ts';
import { notices } from '../../../jobs/notices.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aBooking, aChatMessage, aMessage, anAdmin } from '../../../testing/builders/builders.ts';
import { aLeaver, deleteAccounts } from '../../../testing/builders/leaver.ts';
import { aPicture } from '../../../testing/builders/photos.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { cards, intentOf, payWithCard, settled, visit } from '../../../testing/outside/cards.ts';
import { aPost } from '../../../testing/outside/post.ts';
import { columnsWith, fieldsAtProvider, filesWith, readProvider } from '../../../testing/outside/traces.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import type { UserTable } from '../../records/account/account.table.ts';
import { syncSubscription } from '../plan-changes/sync.service.ts';

const today = '2026-11-20T02:00:00.000Z';
const weekLater = '2026-11-27T02:00:00.000Z';
/** One word in lower case, so that the search’s words contain it as it is. */
const canary = 'kanarienvogel3x8q';
const never = new AbortController().signal;
const logLines: string[] = [];
const mail = aPost();

let server: TestServer;
let db: Db;
beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });
  server = await startTestServer({ log, deps: { mail } });
  db = server.deps.db;
  await seedCatalogue(db);
  server.clock.set(today);
});
afterAll(() => server.close());

test('a deletion leaves no trace of the person’s words or name in tables, files, logs or at the card provider', async () => {
  const { user, client, ask, isDone } = await aLeaver(server, {
    first_name: canary,
    last_name: `Of ${canary}`,
    email: `${canary}@example.com`,
    profile_image_url: `https://pictures.example.com/${canary}`,
    concierge_contact: `0491 ${canary}`,
  });
  const admin = await anAdmin(db);
  const team = await server.as(admin);
  const paid = await payForAPlanAndAVisit(client);
  await payForARequest(user);
  const workedOn = await reviewWork(user, client);
  await writeToEachOther(user, admin, client, workedOn);
  await leaveDataOfDevices(user, client, team);
  await completeWithHours(user, team, workedOn);
  await makeUpFor(user, team);
  const customerId = await customerAtProvider(user);
  await expectTracesEverywhere(customerId);

  expect((await ask()).status).toBe(200);
  server.clock.set(weekLater);
  await deleteAccounts(server);
  expect(await isDone()).toBe(true);
  await settled(server);
  await notices(server.deps, never);

  await expectNoTraceInTables(user);
  await expectNoTraceInFilesAndLogs();
  await expectWhatTheLawKeepsAtProvider(customerId);
  await expectBooks(user, paid);
  await expectStranger(user, client, team);
});

/** A plan and a card, a card payment with its details, and an unpaid one. */
async function payForAPlanAndAVisit(client: Client) {
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
  const begin = async () =>
    (await client.call('createPaymentIntent', { body: { serviceId, bookingData } })).body.clientSecret;
  const secret = await begin();
  await payWithCard(server, secret, cards.succeeds, canary);
  const paymentIntentId = intentOf(secret);
  const { body: booking } = await client.call('confirmOneTimePayment', {
    body: { paymentIntentId, serviceId, bookingData },
  });
  await begin();
  await settled(server);
  return { paymentIntentId, bookingId: booking.id, amountCents: (service?.price ?? 0) * 100 };
}

/** A request with a paid quote, under the person’s own title. */
async function payForARequest(user: UserTable): Promise<void> {
  const request = await aRequest(server, {
    user,
    fields: {
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
}

/** @returns the booking's id */
async function reviewWork(user: UserTable, client: Client): Promise<string> {
  const { id } = await aBooking(db, {
    user_id: user.id,
    status: 'completed',
    completed_date: today,
    notes: canary,
  });
  await client.call('reviewBooking', { params: { id }, body: { rating: 5, review: canary } });
  return id;
}

/** A thread with a photo, and a chat. */
async function writeToEachOther(
  user: UserTable,
  admin: UserTable,
  client: Client,
  bookingId: string,
): Promise<void> {
  const photoId = randomUUID();
  await client.call('putPhoto', { params: { id: bookingId, photoId }, upload: await aPicture() });
  await client.call('sendMessage', { body: { bookingId, message: canary, photoIds: [photoId] } });
  await aMessage(db, {
    booking_id: bookingId,
    sender_id: admin.id,
    sender_type: 'admin',
    message: `Dear ${canary}`,
  });
  for (const sender of [user, admin])
    await aChatMessage(server.deps, { conversationId: user.id, sender, content: canary });
}

async function leaveDataOfDevices(user: UserTable, client: Client, team: Client): Promise<void> {
  await client.call('savePreferences', { body: { specialInstructions: canary } });
  await client.call('createCalendarLink');
  await db.updateTable('sessions').set({ user_agent: canary }).where('user_id', '=', user.id).execute();
  await client.call('requestDataExport');
  await dataExports(server.deps, never);
  await team.raw('GET', `/api/admin/bookings/export.csv?text=${canary}&customer=${user.id}`);
}

/** Completes a booking as estimated, and another one with more hours and a reason. */
async function completeWithHours(user: UserTable, team: Client, bookingId: string): Promise<void> {
  await team.call('setBookingStatus', {
    params: { id: bookingId },
    body: { status: 'completed', actualHours: 2 },
  });
  const long = await aBooking(db, { user_id: user.id, status: 'in_progress', estimated_minutes: 60 });
  await team.call('setBookingStatus', {
    params: { id: long.id },
    body: { status: 'completed', actualHours: 3, reason: `The gate of ${canary} was stuck` },
  });
}

/** The team refunds a part of the visit and gives hours, each with a reason. */
async function makeUpFor(user: UserTable, team: Client): Promise<void> {
  const { body: paid } = await team.call('listCustomerBilling', { params: { id: user.id } });
  const params = { id: paid.at(-1)?.id ?? '' };
  const { leftCents } = (await team.call('readCharge', { params })).body;
  const reason = `The windows of ${canary} were streaky`;
  const refunded = await team.call('refundCharge', { params, body: { amountCents: 100, reason, leftCents } });
  expect(refunded.status).toBe(200);
  await team.call('giveHours', {
    params: { id: user.id },
    body: { hours: 1, expiresOn: '2027-01-31', reason },
  });
  await settled(server);
}

async function customerAtProvider({ id }: UserTable): Promise<string | null> {
  const { customer_id } = await db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return customer_id;
}

const exportsLeft = () => readdir(join(server.deps.env.PHOTOS_DIR, 'exports'));

async function expectTracesEverywhere(customerId: string | null): Promise<void> {
  expect(await columnsWith(server, canary)).toEqual([
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
    'given_hours.reason',
    'messages.message',
    'notices.content',
    'payments.description',
    'payments.details',
    'preferences.special_instructions',
    'quotes.message',
    'refunds.reason',
    'request_words.word',
    'sessions.user_agent',
    'user_words.word',
    'users.concierge_contact',
    'users.email',
    'users.first_name',
    'users.last_name',
    'users.profile_image_url',
  ]);
  expect(await exportsLeft()).not.toEqual([]);
  expect((await readProvider(server, `customers/${customerId}`)).body).toContain(canary);
  expect(await fieldsAtProvider(server, canary)).toEqual(
    expect.arrayContaining([
      'invoices.customer_name',
      'payment_intents.description',
      'charges.description',
      'events',
    ]),
  );
}

async function expectNoTraceInTables({ id }: UserTable): Promise<void> {
  expect(await columnsWith(server, canary)).toEqual([]);
  // Late events of the provider must not bring back a page with the person’s name.
  const { provider_id } = await db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  await db.updateTable('invoices').set({ status: 'open' }).where('user_id', '=', id).execute();
  await syncSubscription(server.deps, String(provider_id));
  const theirs = db.selectFrom('invoices').select('hosted_invoice_url').where('user_id', '=', id);
  expect(await theirs.execute()).toEqual([{ hosted_invoice_url: null }]);
}

async function expectNoTraceInFilesAndLogs(): Promise<void> {
  if (!isPostgres(db)) {
    const { DATABASE_URL: file } = server.deps.env;
    for (const part of [file, `${file}-wal`].filter(existsSync))
      expect(readFileSync(part).includes(canary), part).toBe(false);
  }
  expect(await filesWith(server, canary)).toEqual([]);
  expect(await exportsLeft()).toEqual([]);
  expect(await db.selectFrom('photos').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('loose_photo_files').selectAll().execute()).toEqual([]);
  expect(logLines.join('')).toContain('"path":"/api/account-deletion"');
  expect(logLines.filter((line) => line.includes(canary))).toEqual([]);
}

/**
 * The law requires the provider to keep invoices and charges unchanged, with the name on a card that paid once. It
 * shows its own events for 30 days.
 */
async function expectWhatTheLawKeepsAtProvider(customerId: string | null): Promise<void> {
  const kept = [
    'invoices.customer_email',
    'invoices.customer_name',
    'charges.billing_details',
    'payment_methods',
  ];
  const customer = (await readProvider(server, `customers/${customerId}`)).body;
  expect(JSON.parse(customer)).toMatchObject({ deleted: true });
  expect(customer).not.toContain(canary);
  const ownCards = `payment_methods?customer=${customerId}&limit=100`;
  expect((await readProvider(server, ownCards)).body).not.toContain(canary);
  expect(await fieldsAtProvider(server, canary)).toEqual([...kept, 'events']);
  server.clock.advance({ days: 31 });
  expect(await fieldsAtProvider(server, canary)).toEqual(kept);
  server.clock.set(weekLater);
}

/** The records that the law requires remain: the payments, and the refund of the work still to come. */
async function expectBooks(
  { id, email }: UserTable,
  paid: { paymentIntentId: string; bookingId: string; amountCents: number },
): Promise<void> {
  const payments = await db.selectFrom('payments').selectAll().where('user_id', '=', id).execute();
  expect(payments.find(({ intent_id }) => intent_id === paid.paymentIntentId)).toMatchObject({
    status: 'refunded',
    amount_cents: paid.amountCents,
    details: '{}',
    description: 'A service',
  });
  const bookings = await db.selectFrom('bookings').selectAll().where('user_id', '=', id).execute();
  expect(bookings.find((booking) => booking.id === paid.bookingId)).toMatchObject({ status: 'cancelled' });
  const details = db.selectFrom('booking_details').select('booking_id');
  expect(await details.where('booking_id', '=', paid.bookingId).execute()).toEqual([]);
  const plan = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(plan.status).toBe('ended');
  const [last] = mail.letters.filter(({ to }) => to === email).slice(-1);
  expect(last?.subject).toBe('Your account is deleted');
}

/** The session is over, the team no longer finds the person, and a new sign-in creates a new person. */
async function expectStranger({ id }: UserTable, client: Client, team: Client): Promise<void> {
  expect((await client.raw('GET', '/api/auth/user')).status).toBe(401);
  expect((await team.call('listCustomers')).body.map((customer) => customer.id)).not.toContain(id);
  expect((await team.call('listCustomers', { query: { text: canary } })).body).toEqual([]);
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    issuer: 'deleted',
    subject: id,
    email: '',
    first_name: 'Former',
    customer_id: null,
  });
}
