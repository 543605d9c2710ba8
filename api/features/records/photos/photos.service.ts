import type { Photo } from '../../../contract/schemas/messages.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { findAnswerPhoto } from '../bookings/answers/answer-photos/answer-photos.service.ts';
import { writesAsTeam } from '../bookings/bookings.policy.ts';
import { requireBooking, requireWritable } from '../bookings/bookings.service.ts';
import { dropFiles, keepFiles, noteKept, type PhotoParts, readFiles } from './files.service.ts';
import { requireShare } from './photo-limits.service.ts';
import { maySee, mostWaiting } from './photos.policy.ts';
import { presentPhoto } from './photos.presenter.ts';
import {
  countWaiting,
  insertPhoto,
  isOneSent,
  selectPhoto,
  selectPhotosOf,
  takeIntoMessage,
} from './photos.repository.ts';

type Keeping = PhotoParts & Pick<Deps, 'env'>;

/**
 * Stores a photo for a message that its writer's device will send, under the device's own id. The upload itself is
 * not stored, only pictures made from it.
 * @param upload reads the file, once it is clear that this person may send it and has not before
 * @returns the same for a repeat, whatever it sends: the first photo of an id stays
 * @throws Refusal `not_found`, also for another person's booking; `key_reused` for an id of any other photo;
 * `unsupported_media`, `too_large`, `invalid_input` for the file; `too_large` also if this person's photos reach
 * their limit; `too_many_requests` while too many of them wait for their messages, and past the limits of
 * `limits.photo`; `unavailable`, also while the disk is nearly full
 */
export async function putPhoto(
  deps: Keeping,
  person: Person,
  { id: bookingId, photoId: id }: { id: string; photoId: string },
  upload: () => Promise<Uint8Array>,
): Promise<Photo> {
  const { db, clock, limits } = deps;
  const mine = { id, bookingId, ownerId: person.id };
  const earlier = await limits.inTurn(person.id, async () => {
    const booking = await requireWritable(db, person, bookingId);
    const found = await findOwn(db, mine);
    if (!found) await requirePlace(deps, person, booking);
    return found;
  });
  if (earlier) return earlier;
  const { fileId, picture } = await keepFiles(deps, person.id, upload);
  const { width, height, large, small } = picture;
  const now = clock.now().toISOString();
  const keepRow = async (tx: Tx) => {
    const photo = {
      id,
      booking_id: bookingId,
      owner_id: person.id,
      file_id: fileId,
      message_id: null,
      position: null,
      width,
      height,
      bytes: large.length + small.length,
      created_at: now,
    };
    if (!(await insertPhoto(tx, photo))) return false;
    await noteKept(tx, fileId);
    return true;
  };
  const isNew = await limits.inTurn(person.id, () => db.transaction().execute(keepRow));
  if (isNew) {
    await limits.photoStored(person.id, large.length + small.length);
    return presentPhoto({ id, width, height });
  }
  // A repeat was quicker.
  await dropFiles(deps, fileId);
  const first = await findOwn(db, mine);
  if (!first) throw new Error('The photo with this id could not be read');
  return first;
}

/**
 * Checked before the file is read, so that nobody fills the disk with photos without messages. Simultaneous uploads
 * may exceed the limit slightly.
 */
async function requirePlace(deps: Keeping, person: Person, booking: { userId: string }): Promise<void> {
  const { db } = deps;
  const [waiting] = await countWaiting(db, { ownerId: person.id });
  if (Number(waiting?.count) >= mostWaiting)
    throw new Refusal(
      'too_many_requests',
      'Too many of your photos were uploaded without a message. Please send their messages first.',
      {
        retryAfterSeconds: 600,
      },
    );
  // The team's photos are the business's own.
  if (!writesAsTeam(person, booking)) await requireShare(deps, person.id);
}

/** @throws Refusal `key_reused` if the id is another person's or another booking's, without saying which */
async function findOwn(
  db: Db,
  mine: { id: string; bookingId: string; ownerId: string },
): Promise<Photo | null> {
  const [row] = await selectPhoto(db, mine);
  if (!row) return null;
  if (row.booking_id !== mine.bookingId || row.owner_id !== mine.ownerId)
    throw new Refusal('key_reused', 'This id was used for another photo');
  return presentPhoto(row);
}

/** A photo of a message, if this person may see it. */
async function findMessagePhoto(db: Db, person: Person, id: string) {
  const [row] = await selectPhoto(db, { id });
  return row && maySee(person, { ownerId: row.owner_id, isSent: row.message_id !== null }) ? row : undefined;
}

/**
 * The bytes of a photo in a booking's thread or among its answers, WebP.
 * @throws Refusal `not_found`, also for another person's booking and for a photo not yet sent by its writer;
 * `unavailable`
 */
export async function readPhoto(
  deps: Pick<Deps, 'db' | 'photos'>,
  person: Person,
  { id: bookingId, photoId: id }: { id: string; photoId: string },
  size: 'large' | 'small',
  log: Log,
): Promise<Uint8Array> {
  const { db } = deps;
  await requireBooking(db, person, bookingId);
  const row = (await findMessagePhoto(db, person, id)) ?? (await findAnswerPhoto(db, id));
  if (row?.booking_id !== bookingId) throw notFound('Photo');
  const content = await readFiles(deps, row.file_id, size);
  if (content) return content;
  log.error({ photo: id, file: row.file_id }, 'the file of a photo is not there');
  throw notFound('Photo');
}

/**
 * Makes a person's photos those of a message just stored, in their order; in the same transaction.
 * @throws Refusal `photo_missing` unless this person uploaded each for this booking; `conflict` if one is in another
 * message
 */
export async function attachPhotos(
  db: Tx,
  about: { messageId: string; bookingId: string; ownerId: string; ids: readonly string[] },
): Promise<void> {
  if (about.ids.length === 0) return;
  if ((await takeIntoMessage(db, about)) === about.ids.length) return;
  if (await isOneSent(db, about))
    throw new Refusal('conflict', 'A photo of this message has been sent in another one already');
  throw new Refusal('photo_missing', 'A photo of this message has not arrived. Please send it again.');
}

/** The photos of messages, each message's in its order, in one query; messages without photos are left out. */
export async function readPhotosOf(db: Db, messageIds: readonly string[]): Promise<Map<string, Photo[]>> {
  const rows = messageIds.length ? await selectPhotosOf(db, messageIds) : [];
  const grouped = Map.groupBy(rows, (row) => row.message_id ?? '');
  return new Map([...grouped].map(([messageId, photos]) => [messageId, photos.map(presentPhoto)]));
}
