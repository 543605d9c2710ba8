import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { aBooking, aUser } from '../testing/builders/builders.ts';
import { aPicture, putPhoto } from '../testing/builders/photos.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import type { LimitRates } from './limits/limits.ts';

let server: TestServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function aMember(rates: Partial<LimitRates>, env: Record<string, string> = {}) {
  server = await startTestServer({ rates, env });
  return anotherMember();
}

async function anotherMember() {
  const user = await aUser(server.deps.db);
  const { id: bookingId } = await aBooking(server.deps.db, { user_id: user.id });
  return { client: await server.as(user), bookingId };
}

/** Photos whose preparation waits for a signal, and a promise that this many wait. */
function holdPhotos() {
  const { photos } = server.deps;
  const prepare = photos.prepare;
  const go = Promise.withResolvers<void>();
  const spy = vi.spyOn(photos, 'prepare').mockImplementation(async (...given) => {
    await go.promise;
    return prepare(...given);
  });
  const count = () => spy.mock.calls.length;
  return { go: go.resolve, count, coming: (all: number) => expect.poll(count).toBe(all) };
}

test('files per minute are limited, with the time to wait; a repeat does not count', async () => {
  const { client, bookingId } = await aMember({ uploadsPerPerson: 2 });
  const ids = [randomUUID(), randomUUID()];
  for (const id of [...ids, ...ids]) expect((await putPhoto(client, bookingId, { id })).status).toBe(200);
  const refused = await putPhoto(client, bookingId);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await anotherMember();
  expect((await putPhoto(other.client, other.bookingId)).status, 'another person is not held up').toBe(200);
});

test('simultaneous files are limited, of one person and of all; finished ones make room', async () => {
  const { client, bookingId } = await aMember({ uploadsAtOncePerPerson: 2, uploadsAtOnce: 3 });
  const other = await anotherMember();
  const { go, coming } = holdPhotos();
  const held = [putPhoto(client, bookingId), putPhoto(client, bookingId)];
  await coming(2);
  const third = await putPhoto(client, bookingId);
  expect([third.status, third.body.code]).toEqual([429, 'too_many_requests']);
  held.push(putPhoto(other.client, other.bookingId));
  await coming(3);
  const fourth = await putPhoto(other.client, other.bookingId);
  expect([fourth.status, fourth.body.code]).toEqual([503, 'unavailable']);
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0);
  // While photos are prepared, all other calls are answered.
  expect((await client.call('readUser')).status).toBe(200);
  go();
  expect((await Promise.all(held)).map((answer) => answer.status)).toEqual([200, 200, 200]);
  for (let n = 0; n < 3; n += 1) expect((await putPhoto(client, bookingId)).status).toBe(200);
});

/** Begins to send a file of this length. */
async function beginUpload({ client, bookingId }: Awaited<ReturnType<typeof aMember>>, length: number) {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await client.call('readUser');
  const cookie = new Headers(fetched.mock.calls[0]?.[1]?.headers).get('cookie') ?? '';
  const begun = request(`${server.url}/api/bookings/${bookingId}/photos/${randomUUID()}`, {
    method: 'PUT',
    headers: { origin: server.url, cookie, 'content-length': length },
  });
  begun.on('error', () => {});
  begun.flushHeaders();
  return begun;
}

test('files that wait to be decoded are counted against further files, not against other calls', async () => {
  const { client, bookingId } = await aMember({ bodyBytes: 600_000 });
  const large = Buffer.concat([await aPicture(), Buffer.alloc(140_000)]);
  const { go, coming } = holdPhotos();
  const held = putPhoto(client, bookingId, { upload: large });
  await coming(1);
  const beyond = await putPhoto(client, bookingId, { upload: large });
  expect([beyond.status, beyond.body.code]).toEqual([503, 'unavailable']);
  expect((await client.call('sendMessage', { body: { bookingId, message: 'Hello' } })).status).toBe(200);
  go();
  await held;
  expect((await putPhoto(client, bookingId, { upload: large })).status).toBe(200);
});

test('files of five people that wait to be decoded leave room and a place for another’s', async () => {
  const five = [await aMember({ bodyBytes: 4_000_000, uploadsAtOncePerPerson: 8, uploadsAtOnce: 40 })];
  while (five.length < 5) five.push(await anotherMember());
  const upload = Buffer.concat([await aPicture(), Buffer.alloc(200_000)]);
  const { go, count } = holdPhotos();
  const answers: { status: number }[] = [];
  const sent = five.flatMap(({ client, bookingId }) =>
    Array.from({ length: 8 }, () =>
      putPhoto(client, bookingId, { upload }).then((answer) => answers.push(answer)),
    ),
  );
  await expect.poll(() => answers.length + count()).toBe(sent.length);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  const held = count();
  const { client, bookingId } = await anotherMember();
  const another = putPhoto(client, bookingId, { upload });
  await expect.poll(count).toBe(held + 1);
  go();
  expect((await another).status).toBe(200);
  await Promise.all(sent);
});

test('a file that is too slow is answered, its connection ended, and its place given to another', async () => {
  const member = await aMember({ uploadSeconds: 1, uploadsAtOncePerPerson: 1 });
  const { client, bookingId } = member;
  const slow = await beginUpload(member, 1_000_000);
  slow.write((await aPicture()).subarray(0, 100));
  const [answer] = await once(slow, 'response');
  expect([answer.statusCode, answer.headers.connection]).toEqual([503, 'close']);
  expect(await json(answer)).toMatchObject({ code: 'unavailable' });
  expect((await putPhoto(client, bookingId)).status).toBe(200);
});

test('a file whose sender has signed out while it arrived is refused', async () => {
  const member = await aMember({ rightsSeconds: 0 });
  const picture = await aPicture();
  const begins = vi.spyOn(server.deps.limits, 'upload');
  const slow = await beginUpload(member, picture.length);
  await expect.poll(() => begins.mock.calls.length).toBe(1);
  await server.deps.db.deleteFrom('sessions').execute();
  slow.end(picture);
  const [answer] = await once(slow, 'response');
  expect([answer.statusCode, await json(answer)]).toMatchObject([401, { code: 'unauthorized' }]);
  expect(await server.deps.db.selectFrom('photos').selectAll().execute()).toEqual([]);
});

test('a file that its sender may not send is refused unread', async () => {
  const { client } = await aMember({});
  const { bookingId } = await anotherMember();
  const spy = vi.spyOn(server.deps.limits, 'upload');
  expect((await putPhoto(client, bookingId)).status).toBe(404);
  expect((await putPhoto(server.anyone, bookingId)).status).toBe(401);
  expect(spy).not.toHaveBeenCalled();
});
