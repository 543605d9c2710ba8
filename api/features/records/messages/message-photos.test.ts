import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoLimits } from '../../../contract/rules/photos.ts';
import type { Db } from '../../../db/database.ts';
import { aBooking, aMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aPhoto, putPhoto } from '../../../testing/builders/photos.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
afterAll(() => server.close());

const send = (
  client: Client,
  bookingId: string,
  photoIds: string[] | undefined,
  { message = '', key = randomUUID() } = {},
) => client.call('sendMessage', { body: { bookingId, message, photoIds }, idempotencyKey: key });

const thread = async (client: Client, id: string) =>
  (await client.call('listMessages', { params: { id } })).body;

async function aMemberWithPhotos(count: number) {
  const user = await aUser(db);
  const { id: bookingId } = await aBooking(db, { user_id: user.id });
  const photos: string[] = [];
  for (let n = 0; n < count; n += 1) photos.push((await aPhoto(db, { booking_id: bookingId })).id);
  return { user, bookingId, photos, client: await server.as(user) };
}

test('photos are sent with a message in order, with or without text, and both sides read them', async () => {
  const { client, bookingId } = await aMemberWithPhotos(0);
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => putPhoto(client, bookingId)));
  const ids = [third, first, second].map((photo) => photo?.body.id ?? '');
  const sent = await send(client, bookingId, ids, { message: ' The leak ' });
  const photos = ids.map((id) => ({ id, width: 64, height: 48 }));
  expect([sent.status, sent.body.message, sent.body.photos]).toEqual([200, 'The leak', photos]);

  const admin = await server.as(await anAdmin(db));
  const { body: theirs } = await putPhoto(admin, bookingId);
  const answered = await send(admin, bookingId, [theirs.id]);
  expect([answered.status, answered.body.message, answered.body.photos]).toEqual([200, '', [theirs]]);
  await send(client, bookingId, undefined, { message: 'Thanks' });

  for (const who of [client, admin]) {
    const read = (await thread(who, bookingId)).map((m) => [m.message, m.photos.map((p) => p.id)]);
    expect(read).toEqual([
      ['The leak', ids],
      ['', [theirs.id]],
      ['Thanks', []],
    ]);
  }
});

test('ten photos are accepted with a message; eleven, duplicates, or no text and no photos are not', async () => {
  const { client, bookingId, photos } = await aMemberWithPhotos(photoLimits.perMessage + 1);
  for (const ids of [photos, [photos[0] ?? '', photos[0] ?? ''], ['x'], [], undefined]) {
    const { status, body } = await send(client, bookingId, ids);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  }
  const { body: spaces } = await send(client, bookingId, [], { message: ' \n ' });
  expect(spaces.fields).toEqual({ message: 'Please write a message' });
  expect(await thread(client, bookingId)).toEqual([]);
  const sent = await send(client, bookingId, photos.slice(1));
  expect(sent.body.photos.map((photo) => photo.id)).toEqual(photos.slice(1));
});

test('a message is refused until all of its photos have arrived', async () => {
  const { client, bookingId, photos } = await aMemberWithPhotos(1);
  const late = randomUUID();
  const key = randomUUID();
  const refused = await send(client, bookingId, [...photos, late], { message: 'Two', key });
  expect([refused.status, refused.body.code]).toEqual([409, 'photo_missing']);
  expect(await thread(client, bookingId)).toEqual([]);
  await putPhoto(client, bookingId, { id: late });
  const sent = await send(client, bookingId, [...photos, late], { message: 'Two', key });
  expect([sent.status, sent.body.photos.length, sent.body.clientId]).toEqual([200, 2, key]);
});

test('photos of another booking, person or message are refused', async () => {
  const { user, client, bookingId, photos } = await aMemberWithPhotos(1);
  const { id: otherBooking } = await aBooking(db, { user_id: user.id });
  const administrator = await anAdmin(db);
  const admin = await server.as(administrator);
  const stranger = await aMemberWithPhotos(1);
  const theirs = await aPhoto(db, { booking_id: bookingId, owner_id: administrator.id });
  const sent = await aMessage(db, { booking_id: bookingId });
  const taken = await aPhoto(db, { booking_id: bookingId, message_id: sent.id, position: 1 });
  for (const answer of [
    await send(client, otherBooking, photos),
    await send(client, bookingId, stranger.photos),
    await send(client, bookingId, [theirs.id]),
    await send(admin, bookingId, photos),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'photo_missing']);
  const mine = await aPhoto(db, {
    booking_id: bookingId,
    message_id: sent.id,
    position: 2,
    owner_id: user.id,
  });
  for (const ids of [[mine.id], [...photos, mine.id]])
    expect((await send(client, bookingId, ids)).body).toMatchObject({
      code: 'conflict',
      message: 'A photo of this message has been sent in another one already',
    });
  expect((await send(stranger.client, bookingId, photos)).status).toBe(404);
  expect((await thread(client, bookingId)).map((m) => m.photos.map((p) => p.id))).toEqual([
    [taken.id, mine.id],
  ]);
  const acts = await db.selectFrom('audit_acts').select('act').where('subject_id', '=', bookingId).execute();
  expect(acts).toEqual([]);
  expect((await send(client, bookingId, photos)).status).toBe(200);
});

test('a repeat returns the first photos; other photos under its key are refused', async () => {
  const { client, bookingId, photos } = await aMemberWithPhotos(3);
  const [one = '', two = '', other = ''] = photos;
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(client, bookingId, [one, two], { key })),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1);
  expect(answers[0]?.body.photos.map((photo) => photo.id)).toEqual([one, two]);
  for (const ids of [[two, one], [one], [one, other], [one, two, other]]) {
    const { status, body } = await send(client, bookingId, ids, { key });
    expect([status, body.code]).toEqual([409, 'key_reused']);
  }
  expect((await send(client, bookingId, undefined, { key, message: 'Words' })).body.code).toBe('key_reused');
  expect(await thread(client, bookingId)).toHaveLength(1);
});

test('one of two simultaneous messages with the same photo is stored', async () => {
  const { client, bookingId, photos } = await aMemberWithPhotos(2);
  for (let round = 0; round < 5; round += 1) {
    const photo = (await aPhoto(db, { booking_id: bookingId })).id;
    const [one = '', two = ''] = photos;
    const orders = [[photo], [photo], [one, photo, two], [two, photo, one]];
    const answers = await Promise.all(
      orders.slice(0, round % 2 ? 4 : 2).map((ids) => send(client, bookingId, ids)),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((a) => a.body.code ?? 'stored'))).toEqual(new Set(['stored', 'conflict']));
    if (answers.slice(2).some((a) => a.status === 200)) break;
  }
});

test('each page of a thread has its own photos', async () => {
  const { client, bookingId } = await aMemberWithPhotos(0);
  const expected: [string, string[]][] = [];
  for (let n = 1; n <= 5; n += 1) {
    const { id } = await aMessage(db, { booking_id: bookingId, message: `${n}` });
    const ids: string[] = [];
    for (let position = n % 3; position > 0; position -= 1)
      ids.unshift((await aPhoto(db, { booking_id: bookingId, message_id: id, position })).id);
    expected.push([`${n}`, ids]);
  }
  const params = { id: bookingId };
  const page = await client.call('listMessages', { params, query: { limit: 3 } });
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const query = Object.fromEntries(new URL(next, server.url).searchParams);
  const before = await client.call('listMessages', { params, query });
  const read = [...before.body, ...page.body].map((m) => [m.message, m.photos.map((p) => p.id)]);
  expect(read).toEqual(expected);
});

test('a message with photos alone is announced like any other', async () => {
  const { user, bookingId } = await aMemberWithPhotos(0);
  const administrator = await anAdmin(db);
  const admin = await server.as(administrator);
  const { id } = await aPhoto(db, { booking_id: bookingId, owner_id: administrator.id });
  expect((await send(admin, bookingId, [id])).status).toBe(200);
  const notices = await db.selectFrom('notices').select('kind').where('user_id', '=', user.id).execute();
  expect(notices).toEqual([{ kind: 'team_message' }]);
});
