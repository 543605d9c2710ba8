import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from '../features/records/account/sessions/sessions.service.ts';
import { aBooking, anAdmin, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { sessionCookieName } from './cookies.ts';

let server: TestServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Holds what is asked of the card provider, until `go`. */
function holdProvider() {
  const { payments } = server.deps;
  const go = Promise.withResolvers<void>();
  const ask = payments.createSetupIntent;
  const calls = vi.spyOn(payments, 'createSetupIntent').mockImplementation(async (input) => {
    await go.promise;
    return ask(input);
  });
  return { go: go.resolve, countCalls: () => calls.mock.calls.length };
}

test('a call that waits for its turn in vain, or is malformed, takes no try of a card', async () => {
  server = await startTestServer({ rates: { writesWaitingPerPerson: 0, cardTriesPerPerson: 3 } });
  const client = await server.as(await aUser(server.deps.db));
  const { go, countCalls } = holdProvider();
  const write = () => client.call('createSetupIntent');
  const begun = [write(), write()];
  await expect.poll(countCalls).toBe(2);
  for (let n = 0; n < 3; n++) expect((await write()).status).toBe(429);
  const malformed = await client.raw('POST', '/api/create-subscription', {
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(malformed.status).toBe(400);
  go();
  await Promise.all(begun);
  expect((await write()).status, 'the third try of the day').toBe(200);
  expect((await write()).body).toMatchObject({ message: expect.stringContaining('tried cards too often') });
});

test('a call that is refused because its person’s day is full takes no try of a card', async () => {
  server = await startTestServer({ rates: { storedBytesPerPerson: 1, cardTriesPerPerson: 1 } });
  const client = await server.as(await aUser(server.deps.db));
  for (let n = 0; n < 2; n++) {
    const { body } = await client.call('createSubscription', { body: { tier: 'basic' } });
    expect(body).toMatchObject({ message: expect.stringContaining('as fits in one day') });
  }
});

test('two writes of one person are carried out at once; few wait, and further ones are refused', async () => {
  server = await startTestServer({ rates: { writesWaitingPerPerson: 2 } });
  const { db } = server.deps;
  const [client, other] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const { go, countCalls } = holdProvider();
  const write = () => client.call('createSetupIntent');
  const begun = [write(), write()];
  await expect.poll(countCalls).toBe(2);
  const waiting = [write(), write()];
  const beyond = write();
  const refused = await Promise.race([...waiting, beyond]);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(countCalls()).toBe(2);
  // Reads of this person and writes of others do not wait.
  expect((await client.call('readUser')).status).toBe(200);
  const others = other.call('createSetupIntent');
  await expect.poll(countCalls).toBe(3);
  go();
  const answers = await Promise.all([...begun, ...waiting, beyond, others]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
});

test('three costly reads of one person are carried out at once; light reads and those of others do not wait', async () => {
  server = await startTestServer();
  const { db, limits, payments } = server.deps;
  const [client, other] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const turns = vi.spyOn(limits, 'readInTurn');
  await client.call('listPaymentMethods');
  expect(turns.mock.calls.map(([, , cost]) => cost)).toContain('provider');
  expect((await client.call('createSetupIntent')).status).toBe(200);
  expect((await other.call('createSetupIntent')).status).toBe(200);
  const { promise: over, resolve: go } = Promise.withResolvers<void>();
  const list = payments.readCards;
  const asks = vi.spyOn(payments, 'readCards').mockImplementation(async (holder) => {
    await over;
    return list(holder);
  });
  const many = Array.from({ length: 20 }, () => client.call('listPaymentMethods'));
  await expect.poll(() => asks.mock.calls.length).toBe(3);
  expect((await client.call('readUser')).status).toBe(200);
  const others = other.call('listPaymentMethods');
  await expect.poll(() => asks.mock.calls.length).toBe(4);
  go();
  const statuses = (await Promise.all([...many, others])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a person whose hundreds of writes wait holds up no call of another', async () => {
  server = await startTestServer();
  const { db } = server.deps;
  const [busy, other] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const { go, countCalls } = holdProvider();
  const many = Array.from({ length: 200 }, () => busy.call('createSetupIntent'));
  await expect.poll(countCalls).toBe(2);
  expect((await other.call('listBookings')).status).toBe(200);
  expect((await other.call('createCalendarLink')).status).toBe(200);
  expect(countCalls()).toBe(2);
  go();
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a card provider that does not answer holds up no other write of its person', async () => {
  server = await startTestServer();
  const { db } = server.deps;
  const user = await aUser(db);
  const { id: bookingId } = await aBooking(db, { user_id: user.id });
  const client = await server.as(user);
  const { go, countCalls } = holdProvider();
  const held = [client.call('createSetupIntent'), client.call('createSetupIntent')];
  await expect.poll(countCalls).toBe(2);
  expect((await client.call('sendMessage', { body: { bookingId, message: 'Hello' } })).status).toBe(200);
  go();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a write that waits too long for its turn is refused, with the time to wait', async () => {
  server = await startTestServer({ rates: { writeWaitSeconds: 0.05 } });
  const client = await server.as(await aUser(server.deps.db));
  const { go, countCalls } = holdProvider();
  const held = [client.call('createSetupIntent'), client.call('createSetupIntent')];
  await expect.poll(countCalls).toBe(2);
  const late = await client.call('createSetupIntent');
  expect([late.status, late.body, late.headers.get('retry-after')]).toMatchObject([
    429,
    { code: 'too_many_requests' },
    '2',
  ]);
  go();
  await Promise.all(held);
  expect(countCalls()).toBe(2);
});

test('a write that has waited is refused if its person has lost the role or the session meanwhile', async () => {
  server = await startTestServer({ rates: { rightsSeconds: 0 } });
  const { db, limits } = server.deps;
  const [boss, member, customer] = [await anAdmin(db), await aUser(db), await aUser(db)];
  const [admin, client] = [await server.as(boss), await server.as(member)];
  const { go, countCalls } = holdProvider();
  const held = [admin, admin, client, client].map((by) => by.call('createSetupIntent'));
  await expect.poll(countCalls).toBe(4);
  const turns = vi.spyOn(limits, 'inTurn');
  const waiting = [
    admin.call('requestCustomerDeletion', { params: { id: customer.id }, body: { email: customer.email } }),
    admin.call('createSetupIntent'),
    client.call('createSetupIntent'),
  ];
  await expect.poll(() => turns.mock.calls.filter(([, , cost]) => cost).length).toBe(3);
  await db.updateTable('users').set({ role_id: null }).where('id', '=', boss.id).execute();
  await db.deleteFrom('sessions').where('user_id', '=', member.id).execute();
  go();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([403, 200, 401]);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await db.selectFrom('account_deletions').selectAll().execute()).toEqual([]);
});

const behindProxy = { env: { TRUSTED_PROXIES: '1', SANDBOX: '1' } };

/**
 * Sends so many reads of a person in one moment, from an address of their own.
 * @returns the statuses of the answers that have come, and all of the text once the last has come
 */
async function sendAtOnce(count: number, userId: string) {
  const { url, deps } = server;
  const cookie = `${sessionCookieName(deps.env)}=${await createSession(deps, userId, 'test')}`;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  let answers = '';
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  const all = new Promise<string>((resolve) => {
    socket.setEncoding('utf8').on('data', (text) => {
      answers += text;
      if (statuses().length < count) return;
      resolve(answers);
      socket.end();
    });
  });
  const head = `GET /api/bookings HTTP/1.1\r\nhost: here\r\nx-forwarded-for: 192.0.2.1\r\ncookie: ${cookie}`;
  socket.write(`${head}\r\n\r\n`.repeat(count));
  return { statuses, all };
}

// On SQLite a query is answered within one turn of the event loop, and nobody waits for a connection.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'nobody waits for a connection behind all the queries of another',
  async () => {
    server = await startTestServer(behindProxy);
    const { db } = server.deps;
    const other = await server.as(await aUser(db));
    const busy = await sendAtOnce(300, (await aUser(db)).id);
    await expect.poll(() => busy.statuses().length, { interval: 1 }).toBeGreaterThan(0);
    const before = busy.statuses().length;
    expect((await other.call('listBookings')).status).toBe(200);
    // Otherwise all 300 sessions would be read first, and nearly all calls answered.
    expect(busy.statuses().length - before).toBeLessThan(150);
    await busy.all;
    expect(new Set(busy.statuses())).toEqual(new Set([200]));
  },
);

test('hundreds of requests of one session in a moment are refused, with the time to wait', async () => {
  server = await startTestServer({ ...behindProxy, rates: { requestsWaitingPerSession: 20 } });
  const { statuses, all } = await sendAtOnce(150, (await aUser(server.deps.db)).id);
  const answers = await all;
  expect(new Set(statuses())).toEqual(new Set([200, 429]));
  const [refused = ''] = answers.match(/HTTP\/1\.1 429.*?\}/s) ?? [];
  expect(refused).toMatch(/^retry-after: 2\r$/im);
  expect(refused).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(refused).toMatch(/\{"code":"too_many_requests","message":"[^"]+","requestId":"[^"]+"\}$/);
});

test('files and health checks are answered although their sender may send no more calls', async () => {
  server = await startTestServer({ rates: { requestsWaitingPerSession: 0, requestsWaitingPerAddress: 0 } });
  const client = await server.as(await aUser(server.deps.db));
  const statusOf = async (path: string) => (await client.raw('GET', path)).status;
  expect(await statusOf('/api/user')).toBe(429);
  for (const path of ['/healthz', '/readyz']) expect(await statusOf(path), path).toBe(200);
  // Tests run without the app's files, which are looked for all the same.
  for (const path of ['/', '/assets/app.js']) expect(await statusOf(path), path).not.toBe(429);
});
