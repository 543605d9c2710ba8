import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../contract/access/access.ts';
import type { Call } from '../../contract/calls/call.ts';
import { calls } from '../../contract/calls/calls.ts';
import type { CallName } from '../../contract/rules/paths.ts';
import { anAdmin, aUser } from '../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { callerOf } from '../caller.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const all = Object.entries(calls as Record<CallName, Call>) as [CallName, Call][];
const pathOf = (call: Call) => call.path.replace(/:\w+/g, randomUUID());
const json = { 'content-type': 'application/json' };

test('every call that writes is refused without a proof that our own page makes it', async () => {
  const client = await server.as(await anAdmin(server.deps.db));
  const ownOrigin = server.url;
  const unproven: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: ownOrigin.replace('http:', 'https:') },
    { origin: `${ownOrigin}0` },
    { origin: `${ownOrigin}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: ownOrigin, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { referer: `${ownOrigin}/` },
  ];
  const writes = all.filter(([, call]) => call.method !== 'GET');
  expect(writes.length).toBeGreaterThan(4);
  for (const [name, call] of writes) {
    for (const headers of unproven) {
      const answer = await client.raw(call.method, pathOf(call), {
        headers: { ...json, ...headers },
        body: '{}',
      });
      expect(answer.status, `${name} with ${JSON.stringify(headers)}`).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'foreign_origin' });
    }
    for (const headers of [{ origin: ownOrigin }, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await client.raw(call.method, pathOf(call), {
        headers: { ...json, ...headers },
        body: '{}',
      });
      expect((await answer.json()).code, `${name} with ${JSON.stringify(headers)}`).not.toBe(
        'foreign_origin',
      );
    }
  }
});

test('a visitor gets 401 from every call that requires a person', async () => {
  for (const [name, call] of all.filter(([name]) => access[name] !== 'anyone')) {
    const answer = await server.anyone.raw(call.method, pathOf(call), {
      headers: { ...json, origin: server.url },
      ...(call.method === 'GET' ? {} : { body: '{}' }),
    });
    expect(answer.status, name).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized', message: 'Unauthorized' });
  }
});

test('a customer gets 403 from every call of the team', async () => {
  const client = await server.as(await aUser(server.deps.db));
  const theirs = all.filter(([name]) => access[name] !== 'anyone' && access[name] !== 'person');
  expect(theirs.length).toBeGreaterThan(0);
  for (const [name, call] of theirs) {
    const answer = await client.raw(call.method, pathOf(call), {
      headers: { ...json, origin: server.url },
      ...(call.method === 'GET' ? {} : { body: '{}' }),
    });
    expect(answer.status, name).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'forbidden' });
  }
});

test('a device’s call for one person is not carried out for another', async () => {
  const [one, other] = [await aUser(server.deps.db), await aUser(server.deps.db)];
  const client = await server.as(one);
  const statusFor = (id: string) =>
    client.raw('GET', '/api/auth/user', { headers: { 'hearthkeep-person': id } }).then((r) => r.status);
  expect(await statusFor(one.id)).toBe(200);
  expect(await statusFor(other.id)).toBe(401);
});

test('an unexpected error shows a request id and nothing else', async () => {
  const failing = await startTestServer();
  await failing.deps.db.schema.alterTable('services').renameTo('gone').execute();
  const answer = await failing.anyone.raw('GET', '/api/services');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    code: 'internal',
    message: 'Something went wrong on our side',
    requestId: answer.headers.get('x-request-id'),
  });
  await failing.deps.db.schema.alterTable('gone').renameTo('services').execute();
  await failing.close();
});

test('sign-ins and writes are limited, with the time to wait', async () => {
  const strict = await startTestServer({ rates: { signInPerAddress: 2, writesPerPerson: 2 } });
  for (let n = 0; n < 2; n++) expect((await strict.anyone.raw('GET', '/api/login')).status).toBe(303);
  const tooMany = await strict.anyone.raw('GET', '/api/login');
  expect(tooMany.status).toBe(429);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);

  const client = await strict.as(await aUser(strict.deps.db));
  const write = () => client.call('sendMessage', { body: { bookingId: randomUUID(), message: 'Hello' } });
  expect([(await write()).status, (await write()).status]).toEqual([404, 404]);
  const refused = await write();
  expect(refused.body.code).toBe('too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await strict.as(await aUser(strict.deps.db));
  const theirs = await other.call('sendMessage', { body: { bookingId: randomUUID(), message: 'Hello' } });
  expect(theirs.status, 'another person is not held up').toBe(404);
  await strict.close();
});

test('behind https the caller is the address that the proxy adds last, not one that the caller sends', async () => {
  const proxied = await startTestServer({
    env: { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' },
    rates: { signInPerAddress: 1 },
  });
  const from = (chain: string) =>
    proxied.anyone.raw('GET', '/api/login', { headers: { 'x-forwarded-for': chain } }).then((r) => r.status);
  expect(await from('203.0.113.1')).toBe(303);
  expect(await from('198.51.100.7, 203.0.113.1'), 'a made-up first address changes nothing').toBe(429);
  expect(await from('203.0.113.2')).toBe(303);
  await proxied.close();
});

test('behind https a direct caller counts as themselves, whatever their headers', () => {
  const caller = callerOf({ PUBLIC_URL: 'https://hearthkeep.example' });
  const from = (remoteAddress: string) =>
    caller({
      socket: { remoteAddress },
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.1' },
    } as unknown as IncomingMessage);
  for (const proxy of ['127.0.0.1', '::1', '::ffff:10.0.0.2', 'fd00::2'])
    expect(from(proxy)).toBe('203.0.113.1');
  for (const stranger of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::9'])
    expect(from(stranger)).toBe(stranger.replace('::ffff:', ''));
});

test('on plain http headers never set the caller’s address', async () => {
  const direct = await startTestServer({ env: { SANDBOX: '1' }, rates: { signInPerAddress: 1 } });
  const from = (chain: string) =>
    direct.anyone.raw('GET', '/api/login', { headers: { 'x-forwarded-for': chain } }).then((r) => r.status);
  expect(await from('203.0.113.1')).toBe(303);
  expect(await from('203.0.113.2')).toBe(429);
  await direct.close();
});
