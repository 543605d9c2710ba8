import { randomUUID } from 'node:crypto';
import { heicWords, photoLimits } from '../../../contract/rules/photos.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PhotoRefused, PhotosUnavailable, type Picture } from '../../../providers/photos/photos.ts';
import { deleteLoose, insertLoose } from './photos.repository.ts';
import type { LoosePhotoFileTable } from './photos.table.ts';

/** The parts that the files of photos and pictures need. */
export type PhotoParts = Pick<Deps, 'db' | 'clock' | 'photos' | 'limits'>;

/**
 * Makes a picture of an uploaded file and stores it in two sizes; the upload itself is not stored. The files are noted
 * as loose until their row is kept (`noteKept`).
 * @throws Refusal `unsupported_media`, `too_large`, `invalid_input` for the file; `too_many_requests` past the limits of
 * `limits.photo`; `unavailable`, also while the disk is nearly full
 */
export async function keepFiles(
  deps: PhotoParts,
  personId: string,
  upload: () => Promise<Uint8Array>,
): Promise<{ fileId: string; picture: Picture }> {
  const { db, clock, photos, limits } = deps;
  await inWords(() => photos.requireRoom());
  const sent = await upload();
  await limits.photo(personId);
  const took = (seconds: number) => limits.photoTook(personId, seconds);
  const picture = await inWords(() => photos.prepare(sent, personId, took));
  const fileId = randomUUID();
  await insertLoose(db, { file_id: fileId, since: clock.now().toISOString() });
  await inWords(() => photos.keep(fileId, picture));
  return { fileId, picture };
}

/** Notes that a row refers to these files, in the transaction of the row. */
export const noteKept = (db: Tx, fileId: string): Promise<void> => deleteLoose(db, fileId);

/** Notes that no row refers to these files any more, in the transaction that deletes the row. */
export const noteLoose = (db: Tx, file: LoosePhotoFileTable): Promise<void> => insertLoose(db, file);

/** The bytes of stored files, WebP; `null` if they are not there. @throws Refusal `unavailable` */
export const readFiles = (
  deps: Pick<Deps, 'photos'>,
  fileId: string,
  size: 'large' | 'small',
): Promise<Uint8Array | null> => inWords(() => deps.photos.read(fileId, size));

/** Deletes the files before their note, so that after a crash they are still noted as left over. */
export async function dropFiles(deps: Pick<Deps, 'db' | 'photos'>, fileId: string): Promise<void> {
  await deps.photos.remove(fileId);
  await deleteLoose(deps.db, fileId);
}

/** The words of refusals; the other reasons are those of marks and logos. */
const refusals: { [Why in PhotoRefused['why']]?: () => Refusal } & { damaged: () => Refusal } = {
  kind: () => new Refusal('unsupported_media', 'Please choose a photo in JPEG, PNG or WebP'),
  pixels: () =>
    new Refusal(
      'too_large',
      `This photo is too large: please choose one of at most ${photoLimits.pixels / 1_000_000} megapixels`,
    ),
  heic: () => new Refusal('unsupported_media', heicWords),
  scans: () =>
    new Refusal(
      'invalid_input',
      'This photo is stored in too many layers: please save it anew as JPEG and choose that',
    ),
  memory: () =>
    new Refusal('too_large', 'This photo needs too much memory here: please save it smaller and choose that'),
  damaged: () => new Refusal('invalid_input', 'This photo is damaged: please choose another'),
};

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PhotoRefused) throw (refusals[cause.why] ?? refusals.damaged)();
    if (cause instanceof PhotosUnavailable)
      throw new Refusal('unavailable', 'Photos cannot be kept or shown just now', {
        retryAfterSeconds: 30,
        cause,
      });
    throw cause;
  }
}
