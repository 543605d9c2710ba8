import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferServiceForm } from '../../../contract/schemas/offer.ts';
import { anAdmin, aService, aUser } from '../../../testing/builders/builders.ts';
import { aServiceForm } from '../../../testing/builders/offer.ts';
import { aPicture } from '../../../testing/builders/photos.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const upload = async (by = owner, picture?: Uint8Array<ArrayBuffer>) =>
  by.call('addOfferPicture', { upload: picture ?? (await aPicture()) });
const shown = (id: string, size = '') => fetch(`${server.url}/api/pictures/${id}${size}`);

/** A service, and a way for its owner to change it. */
async function given() {
  const service = await aService(server.deps.db, { name: `Service ${randomUUID()}` });
  const params = { id: service.id };
  const body = aServiceForm(service);
  const put = (given: Partial<OfferServiceForm>) =>
    owner.call('putOfferService', { params, body: { ...body, ...given } });
  const read = async () => (await server.anyone.call('readService', { params })).body;
  return { put, read };
}

test('a service shows its uploaded picture to everybody, in two sizes that any cache may keep', async () => {
  const { put, read } = await given();
  const { body: picture } = await upload();
  expect((await put({ picture: picture.id })).status).toBe(200);
  expect((await read()).picture).toBe(picture.id);
  for (const size of ['', '?size=small']) {
    const file = await shown(picture.id, size);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/webp');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
  }
  // A page that knows no pictures leaves it.
  expect((await put({ minutes: 240, version: 2 })).status).toBe(200);
  expect((await read()).picture).toBe(picture.id);
  expect((await put({ minutes: 240, picture: null, version: 3 })).status).toBe(200);
  expect(await read()).not.toHaveProperty('picture');
});

test('the same picture is stored once, also by many uploads at once', async () => {
  const picture = await aPicture();
  const all = await Promise.all([upload(owner, picture), upload(owner, picture), upload(owner, picture)]);
  const [first] = all;
  expect(all.map(({ body }) => body)).toEqual([first.body, first.body, first.body]);
  const loose = await server.deps.db.selectFrom('loose_photo_files').select('file_id').execute();
  expect(loose).toEqual([]);
});

test('a file that is no picture, a picture that is not there and a photo of a booking are refused', async () => {
  const { put } = await given();
  expect(await upload(owner, new Uint8Array(Buffer.from('<svg onload="alert(1)"/>')))).toMatchObject({
    status: 415,
  });
  expect(await put({ picture: randomUUID() })).toMatchObject({
    status: 409,
    body: { fields: { picture: 'This picture is not there any more. Please choose it again.' } },
  });
  expect((await shown(randomUUID())).status).toBe(404);
});

test('a customer uploads no picture', async () => {
  const customer = await server.as(await aUser(server.deps.db));
  expect((await upload(customer)).status).toBe(403);
});
