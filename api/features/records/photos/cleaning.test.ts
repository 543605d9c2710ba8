import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleJobs, type Jobs } from '../../../jobs/jobs.ts';
import { PhotosUnavailable } from '../../../providers/photos/photos.ts';
import { aBooking, aUser } from '../../../testing/builders/builders.ts';
import { aPhoto, putPhoto } from '../../../testing/builders/photos.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let jobs: Jobs;
let user: { id: string };
let client: Client;
let bookingId: string;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.set('2026-11-20T02:00:00.000Z');
  jobs = idleJobs(server.deps);
  user = await aUser(server.deps.db);
  bookingId = (await aBooking(server.deps.db, { user_id: user.id })).id;
  client = await server.as(user);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await jobs.stop();
  await server.close();
});

/** Sessions do not last this long, so they are opened anew. */
async function later(given: { days?: number; seconds?: number }) {
  server.clock.advance(given);
  client = await server.as(user);
}
const put = async () => (await putPhoto(client, bookingId)).body.id;
const sendWith = (id: string) =>
  client.call('sendMessage', { body: { bookingId, message: '', photoIds: [id] } });

async function left() {
  const { db, env } = server.deps;
  const all = await readdir(env.PHOTOS_DIR, { recursive: true });
  return {
    photos: (await db.selectFrom('photos').select('id').execute()).map((row) => row.id),
    files: all.filter((name) => name.endsWith('.webp')).length,
    loose: (await db.selectFrom('loose_photo_files').select('file_id').execute()).length,
  };
}

test('a photo without a message is deleted with its files after thirty days; one of a message stays', async () => {
  const [sent, waiting] = [await put(), await put()];
  await sendWith(sent);
  await later({ days: 30 });
  await jobs.runOnce();
  expect((await left()).photos.sort()).toEqual([sent, waiting].sort());
  await later({ seconds: 0.001 });
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [sent], files: 2, loose: 0 });
  // The device may come back later.
  expect((await sendWith(waiting)).body.code).toBe('photo_missing');
  expect((await putPhoto(client, bookingId, { id: waiting })).status).toBe(200);
  expect((await sendWith(waiting)).status).toBe(200);
});

test('files that could not be deleted are deleted by a later round, and are read by nobody meanwhile', async () => {
  const id = await put();
  await later({ days: 31 });
  const { photos } = server.deps;
  vi.spyOn(photos, 'remove').mockRejectedValueOnce(new PhotosUnavailable('the process died'));
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [], files: 2, loose: 1 });
  expect((await client.raw('GET', `/api/bookings/${bookingId}/photos/${id}`)).status).toBe(404);
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [], files: 0, loose: 0 });
});

test('a file that cannot be deleted delays no others, round after round, and the log names it', async () => {
  const { db, photos, log } = server.deps;
  for (let n = 0; n < 205; n += 1) await aPhoto(db, { booking_id: bookingId });
  const [first] = await db.selectFrom('photos').select('file_id').orderBy('file_id').execute();
  const stuck = first?.file_id ?? '';
  await put();
  await later({ days: 31 });
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  const remove = photos.remove;
  vi.spyOn(photos, 'remove').mockImplementation(async (id) => {
    if (id === stuck) throw new PhotosUnavailable('it is somebody else’s');
    await remove(id);
  });
  for (const _ of [1, 2]) {
    await jobs.runOnce();
    expect(await left()).toEqual({ photos: [], files: 0, loose: 1 });
  }
  expect(logged.mock.calls.map(([about]) => about)).toMatchObject(
    Array(2).fill({ files: [stuck], failed: 1 }),
  );
  vi.mocked(photos.remove).mockImplementation(remove);
  await jobs.runOnce();
  expect((await left()).loose).toBe(0);
});

test('files of a process that died while writing are deleted after a day, and unknown files never', async () => {
  const { db, env, photos } = server.deps;
  const kept = await put();
  const keep = photos.keep;
  // Dies once the files are written, not before.
  vi.spyOn(photos, 'keep').mockImplementationOnce(async (id, picture) => {
    await keep(id, picture);
    await writeFile(join(env.PHOTOS_DIR, id.slice(0, 2), `${id}-small.webp.partial`), 'half');
    throw new PhotosUnavailable('the process died');
  });
  const id = randomUUID();
  const refused = await putPhoto(client, bookingId, { id });
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  await writeFile(join(env.PHOTOS_DIR, "another's.webp"), 'whoever shares the disk');
  await later({ days: 1 });
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [kept], files: 5, loose: 1 });
  await later({ seconds: 0.001 });
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [kept], files: 3, loose: 0 });
  const all = await readdir(env.PHOTOS_DIR, { recursive: true });
  expect(all.filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect((await putPhoto(client, bookingId, { id })).status).toBe(200);
  expect(await db.selectFrom('loose_photo_files').selectAll().execute()).toEqual([]);
});

test('a message and the simultaneous cleaning of its photo leave both or neither', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, put));
  await later({ days: 31 });
  const [answers] = await Promise.all([Promise.all(ids.map(sendWith)), jobs.runOnce()]);
  const sent = ids.filter((_, at) => answers[at]?.status === 200);
  expect(
    answers.map((a) => a.body.code ?? 'stored').filter((c) => !['stored', 'photo_missing'].includes(c)),
  ).toEqual([]);
  const { photos, files } = await left();
  expect(photos.sort()).toEqual(sent.sort());
  expect(files).toBe(sent.length * 2);
});

test('the deletion of a booking also deletes its photos', async () => {
  const id = await put();
  await sendWith(id);
  await server.deps.db.deleteFrom('bookings').where('id', '=', bookingId).execute();
  await later({ days: 1, seconds: 1 });
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [], files: 0, loose: 0 });
});

test('one round cleans more than a batch', async () => {
  const { db } = server.deps;
  for (let n = 0; n < 201; n += 1) await aPhoto(db, { booking_id: bookingId });
  await put();
  await later({ days: 31 });
  await jobs.runOnce();
  expect(await left()).toEqual({ photos: [], files: 0, loose: 0 });
});
