import { readFile } from 'node:fs/promises';
import { seedId } from '../core/seed-id.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** Pictures for the member's threads, already in the form in which photos are stored. */
const drawn = { width: 1200, height: 900 };
export type SamplePhoto = 'deck' | 'oven';

/** Adds one of them as the photo of a stored message. */
export async function addPhoto(
  tx: Tx,
  photos: Deps['photos'],
  name: SamplePhoto,
  message: { id: string; bookingId: string; senderId: string; at: string },
): Promise<void> {
  const fileId = seedId(`photo file: ${name}`);
  const read = (size: 'large' | 'small') =>
    readFile(new URL(`./photos/${name}-${size}.webp`, import.meta.url));
  const [large, small] = [await read('large'), await read('small')];
  await photos.keep(fileId, { ...drawn, large, small });
  await tx
    .insertInto('photos')
    .values({
      id: seedId(`photo: ${name}`),
      booking_id: message.bookingId,
      owner_id: message.senderId,
      file_id: fileId,
      message_id: message.id,
      position: 1,
      ...drawn,
      bytes: large.length + small.length,
      created_at: message.at,
    })
    .execute();
}
