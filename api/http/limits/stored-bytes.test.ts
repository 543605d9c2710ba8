import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { aBooking, anAdmin, aUser } from '../../testing/builders/builders.ts';
import { aNoisyPicture, putPhoto } from '../../testing/builders/photos.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/servers/server.ts';
import { openSocket } from '../../testing/servers/socket.ts';
import { dayIsFull } from './take.ts';

let servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.reverse()) await server.close();
  servers = [];
});
async function aServer(options: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}

/** A member with a booking, and a way to write in its thread. @returns the status */
async function aWriter(server: TestServer, given?: { id: string }) {
  const user = given ?? (await aUser(server.deps.db));
  const { id: bookingId } = await aBooking(server.deps.db, { user_id: user.id });
  const client = await server.as(user);
  const write = (message: string, idempotencyKey: string = randomUUID()) =>
    client.call('sendMessage', { body: { bookingId, message }, idempotencyKey });
  return {
    user,
    client,
    bookingId,
    write,
    status: async (...of: [string, string?]) => (await write(...of)).status,
  };
}

/** Room for three messages of this length, and no fourth. */
const long = 'x'.repeat(1_000);
const three = { storedBytesPerPerson: 5_000 };

test('a person’s day is full after so many bytes, in any of their writes; reads and others go on', async () => {
  const server = await aServer({ rates: three });
  const { client, write, status } = await aWriter(server);
  for (let n = 0; n < 3; n++) expect(await status(long)).toBe(200);
  const refused = await write(long);
  expect([refused.status, refused.body]).toMatchObject([
    429,
    {
      code: 'too_many_requests',
      message: dayIsFull,
    },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect((await client.call('savePreferences', { body: {} })).status, 'another write').toBe(429);
  expect((await client.call('readUser')).status).toBe(200);
  expect((await client.call('endAllSessions')).status, 'a lost phone can be signed out').toBe(200);
  expect(await (await aWriter(server)).status(long), 'another person').toBe(200);
});

test('a short write counts for its row, too', async () => {
  const { status } = await aWriter(await aServer({ rates: { storedBytesPerPerson: 2_000 } }));
  expect([await status('x'), await status('x'), await status('x'), await status('x')]).toEqual([
    200, 200, 200, 429,
  ]);
});

test('the day of an administrator has the same limit', async () => {
  const server = await aServer({ rates: three });
  const { status } = await aWriter(server, await anAdmin(server.deps.db));
  for (let n = 0; n < 3; n++) expect(await status(long)).toBe(200);
  expect(await status(long)).toBe(429);
});

test('a repeat under one Idempotency-Key is counted once and answered on a full day; another content is counted', async () => {
  const { write, status } = await aWriter(await aServer({ rates: three }));
  const key = randomUUID();
  const first = await write(long, key);
  for (let n = 0; n < 5; n++) expect(await write(long, key)).toMatchObject({ status: 200, body: first.body });
  expect(await status(`${long}!`, key), 'it was used').toBe(409);
  expect(await status(long), 'the second message').toBe(200);
  expect(await status(long)).toBe(429);
  expect(await status(long, key)).toBe(200);
});

test('a key of an attempt that failed does not let another content through uncounted', async () => {
  const server = await aServer({ rates: three });
  const { client, status } = await aWriter(server);
  const keys = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const idempotencyKey of keys) {
    const body = { bookingId: randomUUID(), message: 'x' };
    expect((await client.call('sendMessage', { body, idempotencyKey })).status).toBe(404);
  }
  expect(await status(long, keys[0])).toBe(200);
  expect(await status(long, keys[1])).toBe(429);
});

test('messages in the chat count with the others; a refused one keeps its reason and the socket stays', async () => {
  const server = await aServer({ rates: three });
  const { user, status } = await aWriter(server);
  const socket = await openSocket(server, user);
  const write = (content: string, clientId: string) =>
    socket.send({ type: 'message', data: { userId: user.id, isSupport: false, content, clientId } });
  expect(await status(long)).toBe(200);
  write(long, 'the-first');
  await socket.next('stored', ({ clientId }) => clientId === 'the-first');
  // A socket that was lost repeats what it does not know to be stored.
  for (let n = 0; n < 3; n++) {
    write(long, 'the-first');
    await socket.next('stored', ({ clientId }) => clientId === 'the-first');
  }
  write(long, 'the-second');
  await socket.next('stored', ({ clientId }) => clientId === 'the-second');
  write(long, 'the-third');
  expect(await socket.next('refused')).toEqual({
    clientId: 'the-third',
    reason: dayIsFull,
  });
  expect(await status(long)).toBe(429);
  socket.send({ type: 'ping', data: {} });
  await socket.next('pong');
  await socket.close();
});

test('photos count with their small copies, the team’s too; words still go', async () => {
  const upload = await aNoisyPicture();
  const open = await aServer({});
  const { id: weighed } = (
    await putPhoto(await open.as(await anAdmin(open.deps.db)), (await aBooking(open.deps.db)).id, { upload })
  ).body;
  const { bytes } = await open.deps.db
    .selectFrom('photos')
    .select('bytes')
    .where('id', '=', weighed)
    .executeTakeFirstOrThrow();
  // Room for two such photos: the third is refused.
  const server = await aServer({ rates: { photoBytesPerPerson: 2_000 * Math.ceil(bytes / 1000) } });
  const { client, bookingId, status } = await aWriter(server, await anAdmin(server.deps.db));
  const id = randomUUID();
  expect((await putPhoto(client, bookingId, { id, upload })).status).toBe(200);
  expect((await putPhoto(client, bookingId, { id, upload })).status, 'a repeat').toBe(200);
  expect((await putPhoto(client, bookingId, { upload })).status).toBe(200);
  const refused = await putPhoto(client, bookingId, { upload });
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect((await putPhoto(client, bookingId, { id })).status, 'a repeat is answered').toBe(200);
  expect(await status('Then in words')).toBe(200);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('several processes count one day together', async () => {
  const one = await aServer({ rates: three });
  const two = await aServer({ rates: three, beside: one });
  const here = await aWriter(one);
  const there = await aWriter(two, here.user);
  expect([await here.status(long), await there.status(long), await here.status(long)]).toEqual([
    200, 200, 200,
  ]);
  expect([await there.status(long), await here.status(long)]).toEqual([429, 429]);
});
