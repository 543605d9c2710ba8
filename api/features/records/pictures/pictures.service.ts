import { createHash } from 'node:crypto';
import type { OfferPicture } from '../../../contract/schemas/offer.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { notFound } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { dropFiles, keepFiles, noteKept, type PhotoParts, readFiles } from '../photos/files.service.ts';
import { insertPicture, selectPicture } from './pictures.repository.ts';

/**
 * Stores a picture for services, drawn anew as photos are. The same picture again is the same one.
 * @param upload reads the file
 * @throws Refusal `unsupported_media`, `too_large`, `invalid_input` for the file; `too_many_requests` past the limits
 * of `limits.photo`; `unavailable`, also while the disk is nearly full
 */
export async function addPicture(
  deps: PhotoParts,
  person: Person,
  upload: () => Promise<Uint8Array>,
): Promise<OfferPicture> {
  const { db, clock } = deps;
  const { fileId, picture } = await keepFiles(deps, person.id, upload);
  const { width, height, large, small } = picture;
  const id = idOf(large);
  const created_at = clock.now().toISOString();
  const row = { id, file_id: fileId, width, height, bytes: large.length + small.length, created_at };
  const isNew = await db.transaction().execute(async (tx) => {
    if ((await insertPicture(tx, row)) !== fileId) return false;
    await noteKept(tx, fileId);
    return true;
  });
  if (!isNew) await dropFiles(deps, fileId);
  return { id, width, height };
}

/** The hash of a picture's bytes in the form of a UUID (version 8). */
function idOf(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** A picture's bytes, WebP, for anybody. @throws Refusal `not_found`; `unavailable` */
export async function readPicture(
  deps: Pick<Deps, 'db' | 'photos'>,
  id: string,
  size: 'large' | 'small',
  log: Log,
): Promise<Uint8Array> {
  const [row] = await selectPicture(deps.db, { id });
  if (!row) throw notFound('Picture');
  const content = await readFiles(deps, row.file_id, size);
  if (content) return content;
  log.error({ picture: id, file: row.file_id }, 'the file of a picture is not there');
  throw notFound('Picture');
}
