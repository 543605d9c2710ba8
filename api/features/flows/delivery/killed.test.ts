import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BookingStatus } from '../../../contract/schemas/bookings.ts';
import { systemClock } from '../../../core/clock.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import { aBooking, anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { subscribe } from '../../../testing/builders/newsroom.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
import { freePort } from '../../../testing/machine/free-port.ts';
import { aMailServer, type MailServer } from '../../../testing/outside/mail-server.ts';
import { aPushService, type PushService } from '../../../testing/outside/push.ts';
import { type Client, createClient } from '../../../testing/servers/client.ts';
import { type PaymentsProcess, startPaymentsProcess } from '../../../testing/servers/payments-process.ts';
import {
  type ProductProcess,
  startProductProcess,
  webhookUrlOn,
} from '../../../testing/servers/product-process.ts';
import { createSession } from '../../records/account/sessions/sessions.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';
import { remindAt } from '../../records/notices/reminders/reminders.service.ts';

const hourMs = 3_600_000;
const zone = 'Australia/Sydney';

let folder: string;
let database: TestDatabase;
let pushService: PushService;
let mailServer: MailServer;
let provider: PaymentsProcess;
let product: ProductProcess;
/** The time by which the server’s clock is ahead. */
let aheadMs: number;

beforeEach(async () => {
  aheadMs = 0;
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-killed-'));
  [database, pushService, mailServer] = await Promise.all([testDatabase(), aPushService(), aMailServer()]);
  const port = await freePort();
  provider = await startPaymentsProcess({
    dataDir: join(folder, 'provider'),
    webhookUrl: webhookUrlOn(port),
    signAtOwnTime: true,
  });
  product = await startProductProcess({
    dataDir: folder,
    port,
    provider,
    env: {
      SESSION_SECRET: secret,
      DATABASE_URL: database.url,
      PUSH_HOSTS: pushService.host,
      SMTP_URL: mailServer.url,
    },
  });
});
afterEach(async () => {
  await product.kill();
  await provider.stop();
  await Promise.all([database.close(), pushService.close(), mailServer.close()]);
  await rm(folder, { recursive: true });
});

const secret = 'a secret of nobody but this test';

const inHours = (hours: number) => new Date(Date.now() + aheadMs + hours * hourMs).toISOString();

async function goOn(ms: number): Promise<void> {
  aheadMs += ms;
  await product.advance(ms / 1000);
}

async function signedIn({ id }: { id: string }): Promise<Client> {
  const cookie = await createSession({ db: database.db, clock: systemClock, secret, env: {} }, id, 'test');
  return createClient(product.url, product.url, `hearthkeep=${cookie}`);
}

const pushesSent = async () =>
  (
    await database.db
      .selectFrom('push_deliveries')
      .select('sent_at')
      .where('sent_at', 'is not', null)
      .execute()
  ).length;

/**
 * Kills the server (SIGKILL) while it waits for an answer: to a mail, and to the push message of the second of two
 * browsers.
 */
async function killAmidSending(how: 'hang' | 'lost'): Promise<void> {
  const before = { mail: mailServer.attempts, push: pushService.attempts, sent: await pushesSent() };
  pushService.meets(201, how);
  mailServer.meets(how);
  void product.round();
  await expect.poll(() => mailServer.attempts).toBe(before.mail + 1);
  // A reminder is made by the first round, possibly after that round has looked for push messages.
  void product.round();
  await expect.poll(() => pushService.attempts).toBe(before.push + 2);
  await expect.poll(pushesSent).toBe(before.sent + 1);
  await product.kill();
  pushService.meets(201);
  mailServer.meets('taken');
}

interface Arrived {
  id: string | undefined;
  title: string | undefined;
}

const letters = (): Arrived[] =>
  mailServer.taken.map(({ text }) => ({
    id: /^Message-ID: <([^@]+)@/m.exec(text)?.[1],
    title: /^Subject: (.*)$/m.exec(text)?.[1],
  }));

/** A member with a phone and a tablet, which show notifications. */
async function aMember() {
  const user = await aUser(database.db);
  const [phone, tablet] = await Promise.all([signedIn(user), signedIn(user)]);
  const browsers = [pushService.browser(), pushService.browser()] as const;
  await subscribe(phone, browsers[0]);
  await subscribe(tablet, browsers[1]);
  const pushed = (n: 0 | 1): Arrived[] =>
    browsers[n].got.map(({ payload: { id, title } }) => ({ id, title }));
  return { user, phone, pushed };
}

async function done(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Noon, or an hour off it, so that the day before passes neither during the kills nor by a change of clocks. */
const noonIn = (days: number) =>
  new Date(Date.parse(startOfDay(dayOf(inHours(0), zone), zone, days)) + 12 * hourMs).toISOString();

/** Every kind of notice by its title, in the order of a booking's life, with what causes it. */
async function kindsOfNotices(user: { id: string }, phone: Client) {
  const { db } = database;
  const team = await signedIn(await anAdmin(db));
  // By day, the team's letter about the request would be among those to the member.
  await done(team.call('saveTeamChoices', { body: { mail: [], push: [] } }));
  const { id: service_id } = await aService(db, { name: 'Gutter cleaning' });
  const [first, then] = [noonIn(5), noonIn(4)];
  const { id } = await aBooking(db, { user_id: user.id, service_id, scheduled_date: first });
  const setStatus = (status: BookingStatus) =>
    done(team.call('setBookingStatus', { params: { id }, body: { status } }));
  const move = { scheduledDate: then, expectedDate: first };
  const kinds: [title: string, cause: () => Promise<unknown>][] = [
    ['Your booking is scheduled', () => setStatus('scheduled')],
    ['Your booking has a new time', () => done(team.call('moveBooking', { params: { id }, body: move }))],
    [
      'The team wrote to you',
      () => done(team.call('sendMessage', { body: { bookingId: id, message: 'Hello' } })),
    ],
    ['Your quote is ready', () => quoteARequest(phone, team)],
    [
      'Your service is tomorrow',
      () => goOn(Date.parse(remindAt(then, zone)) + 60_000 - Date.parse(inHours(0))),
    ],
    ['Your service has started', () => setStatus('in_progress')],
    ['Your service is complete', () => setStatus('completed')],
    ['Your payment did not go through', () => failRenewal(user.id)],
  ];
  return kinds;
}

async function quoteARequest(client: Client, team: Client): Promise<void> {
  const request = await client.call('requestCustomService', {
    body: {
      serviceId: 'custom-service',
      serviceName: 'Piano tuning',
      description: 'An upright from 1972.',
      estimatedHours: 2.5,
      scheduledDate: inHours(200),
      priority: 'standard',
      location: '12 Wattle Street, Newtown',
      contactInfo: '0400 000 000',
      paymentType: 'custom_quote',
    },
  });
  await done(
    team.call('sendQuote', {
      params: { id: request.body.id },
      body: { kind: 'price', amountCents: 24_000, replaces: null },
      idempotencyKey: randomUUID(),
    }),
  );
}

const failRenewal = (userId: string) =>
  database.db.transaction().execute((tx) =>
    announceBilling(tx, {
      occasion: 'renewal:in_1',
      userId,
      news: { what: 'renewal_failed', tier: 'basic', amountCents: 9900, nextAttemptAt: null },
      now: inHours(0),
    }),
  );

test('every kind of notice arrives once at each browser and once by mail, although the server is killed during each', async () => {
  const { user, phone, pushed } = await aMember();
  const kinds = await kindsOfNotices(user, phone);
  for (const [n, [, cause]] of kinds.entries()) {
    await cause();
    await killAmidSending(n % 2 ? 'lost' : 'hang');
    await product.start();
    // A claim older than this belongs to a dead process.
    await goOn(10 * 60_000);
    await product.round();
    await product.round();
  }

  const titles = kinds.map(([title]) => title);
  for (const arrived of [letters(), pushed(0), pushed(1)]) {
    const once = new Map(arrived.map(({ id: of, title }) => [of, title]));
    expect([...once.values()], 'each under an id of its own').toEqual(titles);
  }
  // Only messages accepted without an answer came twice, and under the same id, which browsers show once.
  const count = (all: Arrived[]) => titles.map((title) => all.filter((one) => one.title === title).length);
  const twiceWhereLost = titles.map((_, n) => (n % 2 ? 2 : 1));
  expect(count(letters())).toEqual(twiceWhereLost);
  const both = [...pushed(0), ...pushed(1)];
  expect(count(both)).toEqual(twiceWhereLost.map((times) => times + 1));
}, 120_000);
