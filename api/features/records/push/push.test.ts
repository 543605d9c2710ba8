import { afterEach, beforeEach, expect, test } from 'vitest';
import { EnvError, readEnv } from '../../../core/env.ts';
import { personOf } from '../../../core/person.ts';
import { makePushKeys } from '../../../providers/push/web-push.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { aPushService, type PushService, type TestBrowser } from '../../../testing/outside/push.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { saveSubscription } from './push.service.ts';
import { readPushKeys } from './push-keys.service.ts';

let service: PushService;
let server: TestServer;
beforeEach(async () => {
  service = await aPushService();
  server = await startTestServer({ env: { PUSH_HOSTS: service.host } });
});
afterEach(async () => {
  await server.close();
  await service.close();
});

const keyFor = async (client: Client) => (await client.call('readPushDevice')).body.publicKey;
const subscribe = async (client: Client, browser: TestBrowser, change: object = {}) =>
  client.call('savePushSubscription', {
    body: { ...browser.subscription(await keyFor(client)), ...change },
  });
const rows = () => server.deps.db.selectFrom('push_subscriptions').selectAll().execute();
const endpointOf = async (client: Client) => (await client.call('readPushDevice')).body.endpoint;

test('the key is made once, by the first call, and stays', async () => {
  const { db, clock, env } = server.deps;
  const all = await Promise.all(Array.from({ length: 5 }, () => readPushKeys(db, clock, env)));
  const again = await startTestServer({ beside: server });
  const member = await again.as(await aUser(db));
  expect(new Set([...all.map((keys) => keys.publicKey), await keyFor(member)]).size).toBe(1);
  expect(await db.selectFrom('push_keys').select('id').execute()).toHaveLength(1);
  await again.close();
});

test('the environment may give the keys; then none are made, and unfitting ones are refused at the start', async () => {
  const [ours, others] = await Promise.all([makePushKeys(), makePushKeys()]);
  const env = { VAPID_PUBLIC_KEY: ours.publicKey, VAPID_PRIVATE_KEY: ours.privateKey };
  const given = await startTestServer({ env });
  const member = await given.as(await aUser(given.deps.db));
  expect(await keyFor(member)).toBe(ours.publicKey);
  expect(await given.deps.db.selectFrom('push_keys').select('id').execute()).toEqual([]);
  await given.close();
  for (const [wrong, name] of [
    [{ ...env, VAPID_PRIVATE_KEY: others.privateKey }, 'VAPID_PUBLIC_KEY'],
    [{ ...env, VAPID_PUBLIC_KEY: 'short' }, 'VAPID_PUBLIC_KEY'],
    [{ VAPID_PRIVATE_KEY: ours.privateKey }, 'VAPID_PUBLIC_KEY is missing'],
    [{ PUSH_HOSTS: 'https://push.example' }, 'PUSH_HOSTS'],
    [{ PUSH_HOST: 'push.example' }, 'PUSH_HOST is not a known'],
  ] as const) {
    expect(() => readEnv(wrong)).toThrow(EnvError);
    expect(() => readEnv(wrong)).toThrow(name);
  }
});

test('a browser is stored once, however often it subscribes, and can be removed', async () => {
  const user = await aUser(server.deps.db);
  const member = await server.as(user);
  const browser = service.browser();
  expect(await endpointOf(member)).toBeNull();
  const saved = await Promise.all([1, 2, 3].map(() => subscribe(member, browser)));
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await rows()).toMatchObject([{ user_id: user.id }]);
  expect(await endpointOf(member)).toBe(browser.subscription('').endpoint);
  const newer = service.browser();
  await subscribe(member, newer);
  expect(await rows()).toMatchObject([{ endpoint: newer.subscription('').endpoint }]);
  expect((await member.call('removePushSubscription')).status).toBe(200);
  expect((await member.call('removePushSubscription')).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test('a subscription ends with its session: signed out, ended from another device, or expired', async () => {
  const user = await aUser(server.deps.db);
  const [phone, tablet, old] = [await server.as(user), await server.as(user), await server.as(user)];
  for (const client of [phone, tablet, old]) await subscribe(client, service.browser());
  expect(await rows()).toHaveLength(3);
  await phone.raw('GET', '/api/logout');
  expect(await rows()).toHaveLength(2);
  const devices = (await old.call('listSessions')).body;
  const other = devices.find(({ current }) => !current);
  await old.call('endSession', { params: { id: other?.id ?? '' } });
  expect(await rows()).toHaveLength(1);
  server.clock.advance({ days: 31 });
  await server.as(user);
  expect(await rows()).toEqual([]);
});

test('a browser whose session ends during the subscription is signed out, and not stored', async () => {
  const user = await aUser(server.deps.db);
  const member = await server.as(user);
  const form = service.browser().subscription(await keyFor(member));
  await member.raw('GET', '/api/logout');
  await expect(saveSubscription(server.deps, personOf(user.id, null), 'ended', form)).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(await rows()).toEqual([]);
});

test('a device’s subscription moves to the person who signs in there, not to one who only knows its address', async () => {
  const [first, second] = [await aUser(server.deps.db), await aUser(server.deps.db)];
  const browser = service.browser();
  const before = await server.as(first);
  await subscribe(before, browser);
  const after = await server.as(second);
  const stranger = service.browser().subscription('').keys;
  const refused = await subscribe(after, browser, { keys: stranger });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(await rows()).toMatchObject([{ user_id: first.id }]);
  await after.call('removePushSubscription');
  expect(await rows()).toMatchObject([{ user_id: first.id }]);
  expect((await subscribe(after, browser)).status).toBe(200);
  expect(await rows()).toMatchObject([{ user_id: second.id }]);
  expect(await endpointOf(before)).toBeNull();
});

test('a person has ten browsers at most, and a new one replaces the oldest', async () => {
  const user = await aUser(server.deps.db);
  const browsers = Array.from({ length: 11 }, () => service.browser());
  for (const browser of browsers) {
    await subscribe(await server.as(user), browser);
    server.clock.advance({ minutes: 1 });
  }
  const kept = (await rows()).map(({ endpoint }) => endpoint);
  expect(kept).toHaveLength(10);
  expect(kept).not.toContain(browsers[0]?.subscription('').endpoint);
});

test('addresses of no push service and invalid or foreign keys are refused', async () => {
  const member = await server.as(await aUser(server.deps.db));
  const { keys } = service.browser().subscription('');
  for (const [change, field] of [
    [{ endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
    [{ endpoint: 'http://127.0.0.1:1/send' }, 'endpoint'],
    [{ endpoint: 'nothing' }, 'endpoint'],
    [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }, 'endpoint'],
    [{ keys: { ...keys, auth: 'short' } }, 'keys.auth'],
    [{ keys: { ...keys, p256dh: keys.auth } }, 'keys.p256dh'],
    [{ keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }, 'keys.p256dh'],
    [{ serverKey: keys.p256dh }, 'serverKey'],
  ] as const) {
    const refused = await subscribe(member, service.browser(), change);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]]);
  }
  expect(await rows()).toEqual([]);
});

test('a visitor cannot subscribe', async () => {
  const body = service.browser().subscription(`B${'A'.repeat(86)}`);
  expect((await server.anyone.call('readPushDevice')).status).toBe(401);
  expect((await server.anyone.call('savePushSubscription', { body })).status).toBe(401);
  expect((await server.anyone.call('removePushSubscription')).status).toBe(401);
});
