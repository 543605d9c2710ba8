import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, aService } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { aPicture } from '../../../testing/builders/photos.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { clearPhotos } from '../photos/cleaning.service.ts';
import { clearPictures } from './cleaning.service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const { signal } = new AbortController();
const clean = async () => {
  await clearPictures(server.deps, signal);
  await clearPhotos(server.deps, signal);
};
const days = (count: number) => server.clock.advance({ seconds: count * 24 * 3600 });

/** Rows of pictures without files, uploaded some days ago. */
async function insertOld(count: number): Promise<void> {
  const created_at = new Date(server.clock.now().getTime() - 30 * 24 * 3_600_000).toISOString();
  const size = { width: 1, height: 1, created_at };
  await server.deps.db
    .insertInto('service_pictures')
    .values(
      Array.from({ length: count }, () => ({ id: randomUUID(), file_id: randomUUID(), bytes: 1, ...size })),
    )
    .execute();
  await server.deps.db
    .insertInto('brand_pictures')
    .values(
      Array.from(
        { length: count },
        () => ({ id: randomUUID(), kind: 'mark', content: '', shown: '', ...size }) as const,
      ),
    )
    .execute();
}
const counted = async (table: 'service_pictures' | 'brand_pictures' | 'loose_photo_files') =>
  (
    await server.deps.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('pictures that neither a service nor a draft has are deleted after a week, with their files', async () => {
  const { deps } = server;
  const service = await aService(deps.db, { name: `Service ${randomUUID()}` });
  const params = { id: service.id };
  const body = aServiceForm(service);
  const upload = async (width: number) =>
    (await owner.call('addOfferPicture', { upload: await aPicture({ width, height: 300 }) })).body.id;
  const [used, drafted, unused] = [await upload(400), await upload(500), await upload(600)];
  expect((await owner.call('putOfferService', { params, body: { ...body, picture: used } })).status).toBe(
    200,
  );
  const draft = { ...body, picture: drafted, version: 2, publishOn: null, draft: null };
  expect((await owner.call('putOfferDraft', { params, body: draft })).status).toBe(200);
  const { file_id } = await deps.db
    .selectFrom('service_pictures')
    .select('file_id')
    .where('id', '=', unused)
    .executeTakeFirstOrThrow();
  const statusOf = async (id: string) => (await fetch(`${server.url}/api/pictures/${id}`)).status;
  await clean();
  expect(await statusOf(unused)).toBe(200);
  days(8);
  await clean();
  expect(await Promise.all([used, drafted, unused].map(statusOf))).toEqual([200, 200, 404]);
  expect(await deps.photos.read(file_id, 'small')).toBeNull();
});

test('a mark and a logo that the published look does not show are deleted after a week', async () => {
  const upload = async (kind: 'mark' | 'logo', width: number) =>
    (
      await owner.call('putBrandPicture', {
        params: { kind },
        upload: await aPicture({ width, height: 300 }),
      })
    ).body.id;
  const [mark, logo, unused] = [
    await upload('mark', 300),
    await upload('logo', 600),
    await upload('logo', 700),
  ];
  const save = (look: { mark?: string; logo?: string }) =>
    owner.call('saveLook', { body: { version: server.deps.look.current().version, ...look } });
  expect((await save({ mark, logo })).status).toBe(200);
  const statuses = () =>
    Promise.all(
      [mark, logo, unused].map(async (id) => (await fetch(`${server.url}/brand/${id}.png`)).status),
    );
  days(6);
  await clean();
  expect(await statuses()).toEqual([200, 200, 200]);
  days(2);
  await clean();
  expect(await statuses()).toEqual([200, 200, 404]);
});

test('one cleaning deletes all that are in no use, however many', async () => {
  const before = await Promise.all([counted('service_pictures'), counted('brand_pictures')]);
  await insertOld(230);
  await clean();
  const after = await Promise.all([counted('service_pictures'), counted('brand_pictures')]);
  expect(after).toEqual(before);
  expect(Number(await counted('loose_photo_files'))).toBe(0);
});

test('a cleaning that is told to stop leaves the rest', async () => {
  await insertOld(1);
  const before = await counted('service_pictures');
  await clearPictures(server.deps, AbortSignal.abort());
  expect(await counted('service_pictures')).toBe(before);
  await clean();
});
