import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { idleJobs, type Jobs } from '../../../jobs/jobs.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import {
  aBooking,
  aChatMessage,
  anAdmin,
  aPlan,
  aService,
  aUser,
} from '../../../testing/builders/builders.ts';
import { subscribe } from '../../../testing/builders/newsroom.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import { aPushService, type PushService, type TestBrowser } from '../../../testing/outside/push.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { noteFailingRounds, noteStuckRefund } from '../../records/team-notices/failed-jobs.service.ts';
import { tellTeam } from '../../records/team-notices/team-notices.service.ts';

/** 1 pm in Sydney. */
const noon = '2026-11-20T02:00:00.000Z';
/** 10 pm and 7 am there. */
const night = '2026-11-20T11:00:00.000Z';
const morning = '2026-11-20T20:00:00.000Z';

let post: Post;
let pushService: PushService;
let server: TestServer;
let db: Db;
let jobs: Jobs;
beforeEach(async () => {
  post = aPost();
  pushService = await aPushService();
  server = await startTestServer({ env: { PUSH_HOSTS: pushService.host }, deps: { mail: post } });
  server.clock.set(noon);
  db = server.deps.db;
  await seedCatalogue(db);
  jobs = idleJobs(server.deps);
});
afterEach(async () => {
  await jobs.stop();
  await server.close();
  await pushService.close();
});

const to = ({ email }: { email: string }) => post.letters.filter((letter) => letter.to === email);
const round = async (after: { minutes?: number; seconds?: number } = {}) => {
  server.clock.advance(after);
  await jobs.runOnce();
};
const titlesOf = ({ got }: TestBrowser) => got.map(({ payload }) => payload.title);

async function aBrowserOf(user: { id: string }): Promise<TestBrowser> {
  const browser = pushService.browser();
  await subscribe(await server.as(user as never), browser);
  return browser;
}

/** A member of the team with one of the built-in roles. */
const aMemberWith = (role_id: string) => aUser(db, { role_id });

/** Books with a plan, by somebody new. */
async function book(name = 'Gutter cleaning', inHours = 72) {
  const user = await aUser(db, { first_name: 'Olivia', last_name: 'Brown' });
  await aPlan(db, { user_id: user.id });
  const service = await aService(db, { name });
  const client = await server.as(user);
  const at = new Date(server.clock.now().getTime() + inHours * 3_600_000).toISOString();
  const { body } = await client.call('createBooking', {
    body: { serviceId: service.id, scheduledDate: at, notes: 'Name: Olivia', paymentType: 'subscription' },
    idempotencyKey: randomUUID(),
  });
  return { user, client, id: body.id as string };
}

test('three new bookings within five minutes are one letter and one push message, to those who may see them', async () => {
  const admin = await anAdmin(db);
  const dispatcher = await aMemberWith('dispatcher');
  const accountant = await aMemberWith('accountant');
  const browser = await aBrowserOf(dispatcher);
  await (await server.as(dispatcher)).call('saveTeamChoices', {
    body: { push: ['booking', 'request'] },
  });
  await book('Gutter cleaning');
  await round({ minutes: 2 });
  await book('Lawn mowing');
  const { id } = await book('Pest control');
  await round({ minutes: 2 });
  expect([...to(admin), ...to(dispatcher)]).toEqual([]);
  expect(browser.got).toEqual([]);
  await round({ minutes: 2 });
  await round();
  for (const reader of [admin, dispatcher]) {
    expect(to(reader).map(({ subject }) => subject)).toEqual(['3 new bookings']);
    const [letter] = to(reader);
    for (const text of ['Gutter cleaning', 'Lawn mowing', 'Pest control'])
      expect(letter?.text).toMatch(new RegExp(` {2}${text}\\n {2}Olivia Brown · \\w+ \\d+ \\w+, .* time\\)`));
    expect(letter?.text).toContain(`${server.url}/admin/bookings/${id}`);
    expect(letter?.html).toContain(`/admin/bookings/${id}`);
  }
  expect(to(accountant)).toEqual([]);
  expect(titlesOf(browser)).toEqual(['3 new bookings']);
  await round({ minutes: 10 });
  expect(to(admin)).toHaveLength(1);
  expect(browser.got).toHaveLength(1);
});

test('a group that could not be mailed is mailed together later, once', async () => {
  const admin = await anAdmin(db);
  await book();
  await book();
  post.meets('away');
  await round({ minutes: 5 });
  post.meets('taken');
  await book();
  await round({ minutes: 2 });
  expect(to(admin).map(({ subject }) => subject)).toEqual(['3 new bookings']);
  await round({ minutes: 30 });
  expect(to(admin)).toHaveLength(1);
});

test('a booking that is called off before the letter is no news; within 24 hours of the visit that is', async () => {
  const admin = await anAdmin(db);
  const early = await book('Early', 72);
  await early.client.call('cancelBooking', { params: { id: early.id }, body: { outcome: 'release' } });
  const late = await book('Late', 20);
  const off = await late.client.call('cancelBooking', {
    params: { id: late.id },
    body: { outcome: 'forfeit' },
  });
  expect(off.status).toBe(200);
  await round({ minutes: 6 });
  await round();
  expect(to(admin).map(({ subject }) => subject)).toEqual(['A visit was called off late']);
  expect(to(admin)[0]?.text).toContain('  Late\n  Olivia Brown');
});

test('quiet hours hold news back until they end, but not a dispute or a failed refund', async () => {
  const admin = await anAdmin(db);
  const browser = await aBrowserOf(admin);
  server.clock.set(night);
  const { client } = { client: await server.as(await aUser(db, { first_name: 'Mia' })) };
  await client.call('requestCustomService', { body: aRequestBody() });
  await db.transaction().execute(async (tx) => {
    const now = server.clock.now().toISOString();
    await tellTeam(tx, {
      news: { what: 'dispute', disputeId: 'dp_1', amountCents: 18_900 },
      key: 'dp_1',
      now,
    });
    await noteStuckRefund(tx, { id: 'p1', tries: 0, now });
  });
  await round({ minutes: 6 });
  expect(
    to(admin)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['A payment is disputed', 'Something needs a person']);
  expect(to(admin).find(({ subject }) => subject === 'A payment is disputed')?.text).toContain('$189.00');
  expect(titlesOf(browser).sort()).toEqual(['A payment is disputed', 'Something needs a person']);
  server.clock.set(morning);
  await round();
  expect(to(admin).map(({ subject }) => subject)).toContain('A new request');
  expect(titlesOf(browser)).toContain('A new request');
});

const aRequestBody = () => ({
  serviceId: 'custom-service' as const,
  serviceName: '<img src=x onerror=alert(1)>',
  description: 'An upright from 1972.',
  estimatedHours: 2.5,
  scheduledDate: new Date(server.clock.now().getTime() + 12 * 86_400_000 + 4 * 3_600_000).toISOString(),
  priority: 'standard' as const,
  location: '12 Wattle Street, Newtown',
  contactInfo: '0400 000 000',
  paymentType: 'custom_quote' as const,
});

test('the words of a request are text in the letter', async () => {
  const admin = await anAdmin(db);
  const client = await server.as(await aUser(db, { first_name: '<b>Mia', last_name: 'ניקוי' }));
  expect((await client.call('requestCustomService', { body: aRequestBody() })).status).toBe(200);
  await round({ minutes: 6 });
  const [letter] = to(admin);
  expect(letter?.subject).toBe('A new request');
  expect(letter?.html).not.toMatch(/<img src=x|<b>/);
  expect(letter?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(letter?.text).toContain('\u2068<b>Mia ניקוי\u2069');
  expect(letter?.text.match(/\/admin\/bookings\//g), 'its address, once').toHaveLength(1);
});

test('letters about a request promise an answer only where the owner does', async () => {
  const admin = await anAdmin(db);
  const customer = await aUser(db);
  const client = await server.as(customer);
  const ask = async () => {
    post.letters.length = 0;
    expect((await client.call('requestCustomService', { body: aRequestBody() })).status).toBe(200);
    await round({ minutes: 6 });
    return [admin, customer].map((reader) => to(reader)[0]?.text ?? '');
  };
  for (const text of await ask()) expect(text).toContain('within 2 hours');
  const { version } = server.deps.texts.current();
  const owner = await server.as(admin);
  await owner.call('saveTexts', { body: { version, texts: { replyTime: '' } } });
  const [toTeam, toCustomer] = await ask();
  expect(toTeam).toContain('The customer waits for a quote or a question.');
  expect(toCustomer).toContain('The team answers, with a quote or a question.');
});

test('a wait in the live chat of over two minutes is told once, by push, and not once it was answered', async () => {
  const support = await aMemberWith('support');
  const dispatcher = await aMemberWith('dispatcher');
  const browser = await aBrowserOf(support);
  const otherBrowser = await aBrowserOf(dispatcher);
  const customer = await aUser(db, { first_name: 'Olivia', last_name: 'Brown' });
  const write = () => aChatMessage(server.deps, { conversationId: customer.id, sender: customer });
  await write();
  await round({ minutes: 1 });
  expect(browser.got).toEqual([]);
  await write();
  await round({ minutes: 2 });
  await round();
  await round({ minutes: 30 });
  expect(titlesOf(browser)).toEqual(['A customer waits in the live chat']);
  expect(browser.got[0]?.payload.body).toContain('Olivia Brown');
  expect(browser.got[0]?.payload.href).toBe(`/admin/support/${customer.id}`);
  expect(otherBrowser.got).toEqual([]);
  expect(to(support)).toEqual([]);
  // Answered, and another wait that is answered in time.
  await aChatMessage(server.deps, { conversationId: customer.id, sender: support });
  await write();
  await round({ minutes: 1 });
  await aChatMessage(server.deps, { conversationId: customer.id, sender: support });
  await round({ minutes: 5 });
  expect(browser.got).toHaveLength(1);
  await write();
  await round({ minutes: 3 });
  await round();
  expect(browser.got).toHaveLength(2);
});

test('a member of the team whose role was taken, or who wants no such news, gets none', async () => {
  const gone = await aMemberWith('dispatcher');
  const deaf = await aMemberWith('dispatcher');
  const browser = await aBrowserOf(deaf);
  await (await server.as(deaf)).call('saveTeamChoices', { body: { mail: [], push: [] } });
  await book();
  await db.updateTable('users').set({ role_id: null }).where('id', '=', gone.id).execute();
  await round({ minutes: 6 });
  await round();
  expect([...to(gone), ...to(deaf), ...browser.got]).toEqual([]);
});

test('work in the background that keeps failing is told once an hour to those who see to it', async () => {
  const admin = await anAdmin(db);
  const accountant = await aMemberWith('accountant');
  const failing = async () => {
    const now = server.clock.now().toISOString();
    await db.transaction().execute((tx) => noteFailingRounds(tx, { name: 'reconcile', now }));
  };
  await failing();
  await failing();
  await round();
  expect(to(admin).map(({ subject }) => subject)).toEqual(['Something needs a person']);
  expect(to(accountant)).toEqual([]);
  server.clock.advance({ hours: 1 });
  await failing();
  await round();
  expect(to(admin)).toHaveLength(2);
});

test('a booking whose time has passed is not called off late', async () => {
  const admin = await anAdmin(db);
  const user = await aUser(db);
  const booking = await aBooking(db, {
    user_id: user.id,
    status: 'pending',
    scheduled_date: new Date(server.clock.now().getTime() - 3_600_000).toISOString(),
  });
  await (await server.as(user)).call('cancelBooking', {
    params: { id: booking.id },
    body: { outcome: 'free' },
  });
  await round({ minutes: 6 });
  expect(to(admin)).toEqual([]);
});
