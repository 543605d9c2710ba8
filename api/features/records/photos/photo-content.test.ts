import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoLimits } from '../../../contract/rules/photos.ts';
import { aMemberWithABooking } from '../../../testing/builders/members-bookings.ts';
import {
  aBomb,
  aNoisyPicture,
  aPhonePicture,
  aPicture,
  bytesOf,
  describePicture,
  keptPhotos,
  ofManyScans,
  photoPath,
  putPhoto,
  readPhoto,
} from '../../../testing/builders/photos.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const kept = () => keptPhotos(server.deps);

test('a photo is stored as WebP, large and small, each no larger than the original', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const wide = await putPhoto(client, bookingId, { upload: await aPicture({ width: 4000, height: 1000 }) });
  expect([wide.status, wide.body]).toEqual([200, { id: wide.body.id, width: 2048, height: 512 }]);
  const tiny = await putPhoto(client, bookingId, { upload: await aPicture({ width: 30, height: 40 }) });
  expect(tiny.body).toMatchObject({ width: 30, height: 40 });
  for (const [id, query, width, height] of [
    [wide.body.id, '', 2048, 512],
    [wide.body.id, '?size=small', 480, 120],
    [tiny.body.id, '', 30, 40],
    [tiny.body.id, '?size=small', 30, 40],
  ] as const) {
    const answer = await readPhoto(client, bookingId, id, query);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await describePicture(await bytesOf(answer))).toMatchObject({ format: 'webp', width, height });
  }
  expect((await readPhoto(client, bookingId, wide.body.id, '?size=huge')).status).toBe(400);
});

test('a browser may not cache, guess or run a photo', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const { body } = await putPhoto(client, bookingId);
  const { headers } = await readPhoto(client, bookingId, body.id);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toBe('inline; filename="photo.webp"');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('etag')).toBeNull();
});

test('a photo loses its place and camera, and is turned upright', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const upload = await aPhonePicture({ width: 640, height: 480 });
  const before = await describePicture(upload);
  expect([before.width, before.orientation, before.exif?.length, before.xmp?.length]).toEqual([
    640,
    6,
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(Buffer.from(upload).includes('Of Olivia')).toBe(true);
  const { body } = await putPhoto(client, bookingId, { upload });
  expect(body).toMatchObject({ width: 480, height: 640 });
  for (const query of ['', '?size=small']) {
    const bytes = await bytesOf(await readPhoto(client, bookingId, body.id, query));
    const after = await describePicture(bytes);
    expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect(after.height).toBeGreaterThan(after.width);
    for (const trace of ['Exif', 'Olivia', 'Wattle'])
      expect(Buffer.from(bytes).includes(trace), trace).toBe(false);
  }
});

test('the bytes decide a photo’s type, not its name', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const { status } = await putPhoto(client, bookingId, { upload: await aPicture({ format }) });
    expect(status, `${format} as image/jpeg`).toBe(200);
  }
  const answer = await client.call('putPhoto', {
    params: { id: bookingId, photoId: randomUUID() },
    upload: await aPicture(),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
});

test('a file that is no JPEG, PNG or WebP is refused in words for a person, whatever its name', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const before = await kept();
  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const heic = text(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'x'.repeat(64)}`);
  for (const upload of [
    await aPicture({ format: 'gif' }),
    await aPicture({ format: 'avif' }),
    await aPicture({ format: 'tiff' }),
    heic,
    text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    text('<!doctype html><script>alert(1)</script>'),
    text('%PDF-1.7'),
    text('RIFF....WAVE'),
    new Uint8Array([0xff, 0xd8]),
  ]) {
    const { status, body } = await putPhoto(client, bookingId, { upload });
    expect([status, body.code]).toEqual([415, 'unsupported_media']);
  }
  const empty = await client.call('putPhoto', { params: { id: bookingId, photoId: randomUUID() } });
  expect([empty.status, empty.body.code]).toEqual([415, 'unsupported_media']);
  expect(await kept()).toEqual(before);
});

test('a file that only begins as a photo, or is cut off, is refused', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const before = await kept();
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const whole = await aNoisyPicture({ format });
    const html = Buffer.from('<script>alert(1)</script>'.repeat(9));
    for (const upload of [
      whole.slice(0, whole.length / 2),
      new Uint8Array(Buffer.concat([whole.subarray(0, 16), html])),
    ]) {
      const { status, body } = await putPhoto(client, bookingId, { upload });
      expect([status, body.code], format).toEqual([400, 'invalid_input']);
    }
  }
  expect(await kept()).toEqual(before);
});

test('content hidden behind a photo is not stored', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const hidden = '<script>alert("polyglot")</script>PK\x03\x04';
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const picture = Buffer.concat([await aPicture({ format }), Buffer.from(hidden)]);
    const { status, body } = await putPhoto(client, bookingId, { upload: new Uint8Array(picture) });
    expect(status).toBe(200);
    const bytes = await bytesOf(await readPhoto(client, bookingId, body.id));
    expect(Buffer.from(bytes).includes('polyglot')).toBe(false);
  }
});

test('forty megapixels are accepted; more are refused by the header alone', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const most = await putPhoto(client, bookingId, {
    upload: await aPicture({ width: 8000, height: photoLimits.pixels / 8000 }),
  });
  expect([most.status, most.body.width, most.body.height]).toEqual([200, 2048, 1280]);
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const claims = { width: 8000, height: photoLimits.pixels / 8000 + 1 };
    const { status, body } = await putPhoto(client, bookingId, { upload: await aBomb(format, claims) });
    expect([status, body.code], format).toEqual([413, 'too_large']);
  }
});

test('eight megabytes are accepted; one byte more is refused, with or without a stated length', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const picture = await aPicture();
  const sized = (length: number) => {
    const bytes = new Uint8Array(length);
    bytes.set(picture);
    return bytes;
  };
  const most = await putPhoto(client, bookingId, { upload: sized(photoLimits.bytes) });
  expect(most.status).toBe(200);
  const over = sized(photoLimits.bytes + 1);
  const { status, body } = await putPhoto(client, bookingId, { upload: over });
  expect([status, body.code]).toEqual([413, 'too_large']);
  const unsaid = await client.raw('PUT', photoPath(bookingId, randomUUID()), {
    headers: { origin: server.url },
    body: new Blob([over]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(unsaid.status).toBe(413);
});

test('a photo of hundreds of scans is refused before it is decoded, and a progressive one is accepted', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const bomb = await putPhoto(client, bookingId, { upload: await ofManyScans(600) });
  expect([bomb.status, bomb.body]).toMatchObject([
    400,
    { message: 'This photo is stored in too many layers: please save it anew as JPEG and choose that' },
  ]);
  expect((await putPhoto(client, bookingId, { upload: await ofManyScans(0) })).status).toBe(200);
});

test('a photo in HEIC is refused with the way to another format', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const upload = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  const { status, body } = await putPhoto(client, bookingId, { upload });
  expect([status, body]).toMatchObject([415, { message: expect.stringContaining('as JPEG') }]);
});

test('the time of decoding is counted for the person, also of a photo that is refused', async () => {
  // The first tenth of a second is counted beforehand; decoding eight megapixels of noise takes longer.
  const strict = await startTestServer({ rates: { photoSecondsPerPerson: 0.2 } });
  const whole = await aNoisyPicture({ width: 3264, height: 2448 });
  const cutOff = whole.slice(0, whole.length - 2000);
  const sends: [Uint8Array<ArrayBuffer>, number][] = [
    [whole, 200],
    [cutOff, 400],
  ];
  for (const [upload, status] of sends) {
    const { client, bookingId } = await aMemberWithABooking(strict);
    expect((await putPhoto(client, bookingId, { upload })).status).toBe(status);
    expect((await putPhoto(client, bookingId, { upload })).status).toBe(429);
  }
  await strict.close();
});
