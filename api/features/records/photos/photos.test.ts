import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { createFolderPhotos } from '../../../providers/photos/folder-photos.ts';
import { PhotosUnavailable } from '../../../providers/photos/photos.ts';
import { aBooking, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aMemberWithABooking } from '../../../testing/builders/members-bookings.ts';
import {
  aNoisyPicture,
  aPhoto,
  aPicture,
  bytesOf,
  describePicture,
  keptPhotos,
  putPhoto,
  readPhoto,
} from '../../../testing/builders/photos.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
afterAll(() => server.close());

const kept = () => keptPhotos(server.deps);

test('a repeat gets the first answer, whatever it sends, and stores nothing', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const id = randomUUID();
  const first = await putPhoto(client, bookingId, { id, upload: await aPicture({ width: 50, height: 40 }) });
  const before = await kept();
  for (const upload of [
    await aPicture({ width: 50, height: 40 }),
    await aPicture({ width: 70, height: 70 }),
    new Uint8Array([1, 2, 3]),
  ]) {
    const again = await putPhoto(client, bookingId, { id, upload });
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
  expect(await kept()).toEqual(before);
  const bytes = await bytesOf(await readPhoto(client, bookingId, id));
  expect(await describePicture(bytes)).toMatchObject({ width: 50, height: 40 });
});

test('ten simultaneous repeats store one photo, and each gets it as the answer', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const before = await kept();
  const id = randomUUID();
  const upload = await aNoisyPicture();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => putPhoto(client, bookingId, { id, upload })),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1);
  const after = await kept();
  expect(after.files).toHaveLength(before.files.length + 2);
  expect(after.rows).toHaveLength(before.rows.length + 1);
  expect(after.loose).toEqual(before.loose);
});

test('an id of another photo is refused without any detail', async () => {
  const { user, client, bookingId } = await aMemberWithABooking(server);
  const { id: otherBooking } = await aBooking(db, { user_id: user.id });
  const { body } = await putPhoto(client, bookingId);
  const stranger = await aMemberWithABooking(server);
  const admin = await server.as(await anAdmin(db));
  const before = await kept();
  for (const answer of [
    await putPhoto(client, otherBooking, { id: body.id }),
    await putPhoto(stranger.client, stranger.bookingId, { id: body.id }),
    await putPhoto(admin, bookingId, { id: body.id }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'key_reused']);
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'message', 'requestId']);
  }
  expect(await kept()).toEqual(before);
});

test('another person’s photo can be neither read nor uploaded', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body: photo } = await putPhoto(client, bookingId);
  await client.call('sendMessage', { body: { bookingId, message: '', photoIds: [photo.id] } });
  const stranger = await aMemberWithABooking(server);
  const before = await kept();
  for (const [who, status] of [
    [stranger.client, 404],
    [server.anyone, 401],
  ] as const) {
    for (const query of ['', '?size=small'])
      expect((await readPhoto(who, bookingId, photo.id, query)).status).toBe(status);
    for (const id of [photo.id, randomUUID()])
      expect((await putPhoto(who, bookingId, { id })).status).toBe(status);
  }
  // Also not through a booking of one’s own.
  expect((await readPhoto(stranger.client, stranger.bookingId, photo.id)).status).toBe(404);
  for (const id of [randomUUID(), 'x', '..%2f..%2fsession-secret'])
    expect((await readPhoto(client, bookingId, id)).status).toBe(404);
  expect((await putPhoto(client, bookingId, { id: '../../x' })).status).toBe(404);
  expect(await kept()).toEqual(before);
});

test('a photo is visible to its writer and the team, and to the member once the team has sent it', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const [admin, colleague] = [await server.as(await anAdmin(db)), await server.as(await anAdmin(db))];
  const { body: mine } = await putPhoto(client, bookingId);
  const { body: theirs } = await putPhoto(admin, bookingId);
  const seen = async (id: string) => {
    const answers = [client, admin, colleague].map((who) => readPhoto(who, bookingId, id));
    return (await Promise.all(answers)).map((answer) => answer.status);
  };
  expect(await seen(mine.id)).toEqual([200, 200, 200]);
  expect(await seen(theirs.id)).toEqual([404, 200, 200]);
  await admin.call('sendMessage', { body: { bookingId, message: 'Before', photoIds: [theirs.id] } });
  expect(await seen(theirs.id)).toEqual([200, 200, 200]);
});

test('a photo stored by one server is read by another, from their shared folder', async () => {
  const { user, client, bookingId } = await aMemberWithABooking(server);
  const { body } = await putPhoto(client, bookingId);
  const other = await startTestServer({ beside: server });
  const there = await other.as(user);
  expect((await readPhoto(there, bookingId, body.id)).status).toBe(200);
  expect((await putPhoto(there, bookingId, { id: body.id })).body).toEqual(body);
  const id = randomUUID();
  const answers = await Promise.all(
    [client, there, client, there].map((who) => putPhoto(who, bookingId, { id })),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect((await kept()).loose).toEqual([]);
  await other.close();
});

test('the number of a person’s photos without a message is limited; a repeat is answered, and a message makes room', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body: mine } = await putPhoto(client, bookingId);
  for (let n = 1; n < 300; n += 1) await aPhoto(db, { booking_id: bookingId });
  const other = await aMemberWithABooking(server);
  const before = await kept();
  const refused = await putPhoto(client, bookingId);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await kept()).toEqual(before);
  expect((await putPhoto(client, bookingId, { id: mine.id })).body).toEqual(mine);
  expect((await putPhoto(other.client, other.bookingId)).status).toBe(200);
  await client.call('sendMessage', { body: { bookingId, message: '', photoIds: [mine.id] } });
  expect((await putPhoto(client, bookingId)).status).toBe(200);
});

test('one person can upload a tenth of their limit a day, and sent photos stay', async () => {
  const small = await startTestServer({ beside: server, env: { PHOTO_MB_PER_PERSON: '1' } });
  const { user, bookingId } = await aMemberWithABooking(server);
  const client = await small.as(user);
  const { body: mine } = await putPhoto(client, bookingId, { upload: await aNoisyPicture() });
  const now = new Date().toISOString();
  await aPhoto(db, { booking_id: bookingId, created_at: now, bytes: 100_000 });
  const refused = await putPhoto(client, bookingId);
  expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('tomorrow') });

  const sent = { bookingId, message: 'Look', photoIds: [mine.id] };
  expect((await client.call('sendMessage', { body: sent })).status, 'what has arrived goes').toBe(200);
  expect((await putPhoto(client, bookingId)).status, 'and weighs on').toBe(413);
  const words = { bookingId, message: 'Then in words' };
  expect((await client.call('sendMessage', { body: words })).status).toBe(200);
  expect((await putPhoto(client, bookingId, { id: mine.id })).status, 'a repeat is answered').toBe(200);
  const team = await small.as(await anAdmin(db));
  expect((await putPhoto(team, bookingId)).status, 'the team is not weighed').toBe(200);
  const other = await aMemberWithABooking(server);
  expect((await putPhoto(await small.as(other.user), other.bookingId)).status).toBe(200);

  small.clock.advance({ days: 1, seconds: 60 });
  expect((await putPhoto(client, bookingId)).status, 'the next day').toBe(200);
  await aPhoto(db, { booking_id: bookingId, created_at: now, bytes: 900_000 });
  const full = await putPhoto(client, bookingId);
  expect([full.status, full.body]).toMatchObject([413, { message: expect.stringContaining('call us') }]);
  expect((await readPhoto(client, bookingId, mine.id)).status).toBe(200);
  await small.close();
});

test('a photo’s size is that of its files', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body } = await putPhoto(client, bookingId, { upload: await aNoisyPicture() });
  const large = await bytesOf(await readPhoto(client, bookingId, body.id));
  const small = await bytesOf(await readPhoto(client, bookingId, body.id, '?size=small'));
  const row = await db.selectFrom('photos').select('bytes').where('id', '=', body.id).executeTakeFirst();
  expect(row?.bytes).toBe(large.length + small.length);
});

test('a nearly full disk stores nothing, and the device retries later', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body: photo } = await putPhoto(client, bookingId);
  const before = await kept();
  vi.spyOn(server.deps.photos, 'requireRoom').mockRejectedValueOnce(new PhotosUnavailable('nearly full'));
  const refused = await putPhoto(client, bookingId);
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await kept()).toEqual(before);
  expect((await readPhoto(client, bookingId, photo.id)).status).toBe(200);
  const folder = server.deps.env.PHOTOS_DIR;
  await createFolderPhotos(folder).requireRoom();
  await expect(createFolderPhotos(folder, { spare: Number.MAX_SAFE_INTEGER }).requireRoom()).rejects.toThrow(
    PhotosUnavailable,
  );
});

test('while the folder’s disk is absent nothing counts as deleted and nothing is stored; later all is there', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body: photo } = await putPhoto(client, bookingId);
  const folder = server.deps.env.PHOTOS_DIR;
  await rename(folder, `${folder}-away`);
  await mkdir(folder);
  expect((await readPhoto(client, bookingId, photo.id)).status).toBe(503);
  expect((await putPhoto(client, bookingId)).status).toBe(503);
  await expect(server.deps.photos.remove(randomUUID())).rejects.toThrow(/is its disk mounted\?/);
  expect(await readdir(folder)).toEqual([]);
  // The mark declares the photos lost, and the server goes on without them.
  await writeFile(join(folder, '.hearthkeep'), '');
  expect((await readPhoto(client, bookingId, photo.id)).status).toBe(404);
  await rm(folder, { recursive: true });
  await rename(`${folder}-away`, folder);
  expect((await readPhoto(client, bookingId, photo.id)).status).toBe(200);
  expect((await putPhoto(client, bookingId)).status).toBe(200);
});

test('a folder with photos from before the mark is accepted', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body: photo } = await putPhoto(client, bookingId);
  await rm(join(server.deps.env.PHOTOS_DIR, '.hearthkeep'));
  expect((await putPhoto(client, bookingId)).status).toBe(200);
  expect((await readPhoto(client, bookingId, photo.id)).status).toBe(200);
});

test('a photo whose file is lost is not found; a folder that fails is retried later', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body } = await putPhoto(client, bookingId);
  const [row] = await db.selectFrom('photos').select('file_id').where('id', '=', body.id).execute();
  await server.deps.photos.remove(row?.file_id ?? '');
  expect((await readPhoto(client, bookingId, body.id)).status).toBe(404);
  const blocked = join(server.deps.env.DATA_DIR, 'file');
  await writeFile(blocked, '');
  const failing = await startTestServer({ env: { PHOTOS_DIR: join(blocked, 'photos') } });
  const member = await aUser(failing.deps.db);
  const booking = await aBooking(failing.deps.db, { user_id: member.id });
  const refused = await putPhoto(await failing.as(member), booking.id);
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  await failing.close();
});
