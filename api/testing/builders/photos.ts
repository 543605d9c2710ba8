import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { PhotoTable } from '../../features/records/photos/photos.table.ts';
import type { Answered, Client } from '../servers/client.ts';
import { aBooking } from './builders.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const plain = (buffer: Buffer): Bytes => new Uint8Array(buffer);

interface Given {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';
}

/** A picture of one colour, small in bytes whatever its sides. */
export async function aPicture({ width = 64, height = 48, format = 'jpeg' }: Given = {}): Promise<Bytes> {
  const create = { width, height, channels: 3, background: '#2a6f97' } as const;
  return plain(await sharp({ create, limitInputPixels: false }).toFormat(format).toBuffer());
}

/** A small file whose header claims large sides, as one meant to fill the memory of its reader. */
export async function aBomb(
  format: 'jpeg' | 'png' | 'webp',
  { width, height }: { width: number; height: number },
): Promise<Bytes> {
  const bytes = Buffer.from(await aPicture({ format }));
  if (format === 'png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  } else if (format === 'jpeg') {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  } else {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return new Uint8Array(bytes);
}

/** A picture that compresses badly, as a photo of leaves does. */
export async function aNoisyPicture({
  width = 640,
  height = 480,
  format = 'jpeg',
}: Given = {}): Promise<Bytes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: '#888', noise } as const;
  return plain(await sharp({ create }).toFormat(format).toBuffer());
}

/** A photo as from a phone held upright: stored on its side, with its place and its camera. */
export async function aPhonePicture({ width = 64, height = 48 } = {}): Promise<Bytes> {
  const create = { width, height, channels: 3, background: '#2a6f97' } as const;
  return plain(
    await sharp({ create })
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Make: 'Telephone', Model: 'Of Olivia' },
          IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 52/1 7/1' },
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Wattle Street</x:xmpmeta>')
      .jpeg()
      .toBuffer(),
  );
}

/** The metadata in a picture's own bytes. */
export const describePicture = (bytes: Uint8Array) => sharp(bytes).metadata();

/** Uploads a photo as a device does, under a new id unless given. */
export async function putPhoto(
  client: Client,
  bookingId: string,
  { id = randomUUID(), upload }: { id?: string; upload?: Bytes } = {},
): Promise<Answered<'putPhoto'>> {
  return client.call('putPhoto', {
    params: { id: bookingId, photoId: id },
    upload: upload ?? (await aPicture()),
  });
}

export const photoPath = (bookingId: string, photoId: string): string =>
  `/api/bookings/${bookingId}/photos/${photoId}`;

/** Requests a photo as a page that shows it. */
export const readPhoto = (
  client: Client,
  bookingId: string,
  photoId: string,
  query = '',
): Promise<Response> => client.raw('GET', photoPath(bookingId, photoId) + query);

export const bytesOf = async (answer: Response): Promise<Bytes> => new Uint8Array(await answer.arrayBuffer());

/** All stored photos: files, rows, and files that no row refers to. */
export async function keptPhotos({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const all = await readdir(env.PHOTOS_DIR, { recursive: true }).catch(() => []);
  return {
    files: all.filter((name) => name.includes('.')).sort(),
    rows: await db.selectFrom('photos').select('id').orderBy('id').execute(),
    loose: await db.selectFrom('loose_photo_files').select('file_id').execute(),
  };
}

/** The row alone, without its files; it waits for a message of the booking's customer unless given. */
export async function aPhoto(db: Db, given: Partial<PhotoTable> = {}): Promise<PhotoTable> {
  const bookingId = given.booking_id ?? (await aBooking(db)).id;
  const { user_id } = await db
    .selectFrom('bookings')
    .select('user_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const photo: PhotoTable = {
    id: randomUUID(),
    booking_id: bookingId,
    owner_id: user_id,
    file_id: randomUUID(),
    message_id: null,
    position: null,
    width: 64,
    height: 48,
    bytes: 2_000,
    created_at: '2026-11-02T01:00:00.000Z',
    ...given,
  };
  await db.insertInto('photos').values(photo).execute();
  return photo;
}

/**
 * A progressive JPEG of ten scans and so many more, as no camera writes it. Up to thirty more, the picture is whole: one
 * scan's band of coefficients is divided. Otherwise the last scan is there again and again, which is an error.
 */
export async function ofManyScans(
  more: number,
  { width = 64, height = 64 }: Given = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const scans = scansOf(jpeg);
  const isWhole = more <= 30;
  // A picture of one colour has the same data in every band: nothing but the ends of blocks.
  const isWide = ([, , , , components, , , from = 0, , depth = 0]: Uint8Array) =>
    components === 1 && from > 5 && depth >> 4 === 0;
  const wide = isWhole ? scans.find(isWide) : scans.at(-1);
  if (!wide) throw new Error('The JPEG has no scan to divide');
  const [from, to] = [wide[7] ?? 0, wide[8] ?? 0];
  const bands = Array.from({ length: more + 1 }, (_, n) => {
    const scan = Buffer.from(wide);
    if (!isWhole) return scan;
    scan[7] = from + n;
    scan[8] = n === more ? to : from + n;
    return scan;
  });
  const at = wide.byteOffset - jpeg.byteOffset;
  return Buffer.concat([jpeg.subarray(0, at), ...bands, jpeg.subarray(at + wide.length)]);
}

/** The scans, each from its marker to the end of its data. */
function scansOf(jpeg: Buffer): Buffer[] {
  const scans: Buffer[] = [];
  for (let at = jpeg.indexOf(startOfScan); at >= 0; at = jpeg.indexOf(startOfScan, at + 2)) {
    let end = at + 2;
    while (jpeg[end] !== 0xff || jpeg[end + 1] === 0) end += 1;
    scans.push(jpeg.subarray(at, end));
  }
  return scans;
}

const startOfScan = Buffer.from([0xff, 0xda]);
