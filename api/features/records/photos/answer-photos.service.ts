import type { Photo } from '../../../contract/schemas/messages.ts';
import type { Log } from '../../../core/log.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { addAnswerPhoto, findAnswerPhoto } from '../bookings/answers/answer-photos/answer-photos.service.ts';
import { requirePhotoQuestion } from '../catalogue/questions/questions.service.ts';
import { dropFiles, keepFiles, noteKept, type PhotoParts, readFiles } from './files.service.ts';
import { requireAnswerPlace } from './photo-limits.service.ts';
import { presentPhoto } from './photos.presenter.ts';

interface Place {
  /** The question. */
  id: string;
  photoId: string;
}

/**
 * Stores a photo that answers a question of a service, under the device's own id, until its owner's booking takes it.
 * @param upload reads the file, once it is clear that this person may send it and has not before
 * @returns the same for a repeat, whatever it sends: the first photo of an id stays
 * @throws Refusal `not_found` for a question that is not asked now or not answered with a photo; `key_reused` for an
 * id of any other photo; those of `keepFiles` and `requireAnswerPlace`
 */
export async function putAnswerPhoto(
  deps: PhotoParts & Pick<Deps, 'env'>,
  person: Person,
  { id: questionId, photoId: id }: Place,
  upload: () => Promise<Uint8Array>,
): Promise<Photo> {
  const { db, clock, limits } = deps;
  const mine = { id, questionId, ownerId: person.id };
  const earlier = await limits.inTurn(person.id, async () => {
    const found = await findOwn(db, mine);
    if (found) return found;
    await requirePhotoQuestion(db, questionId);
    await requireAnswerPlace(deps, person.id);
    return null;
  });
  if (earlier) return earlier;
  const { fileId, picture } = await keepFiles(deps, person.id, upload);
  const { width, height, large, small } = picture;
  const bytes = large.length + small.length;
  const keepRow = async (tx: Tx) => {
    const photo = {
      id,
      question_id: questionId,
      owner_id: person.id,
      booking_id: null,
      file_id: fileId,
      width,
      height,
      bytes,
      created_at: clock.now().toISOString(),
    };
    if (!(await addAnswerPhoto(tx, photo))) return false;
    await noteKept(tx, fileId);
    return true;
  };
  if (await limits.inTurn(person.id, () => db.transaction().execute(keepRow))) {
    await limits.photoStored(person.id, bytes);
    return presentPhoto({ id, width, height });
  }
  // A repeat was quicker.
  await dropFiles(deps, fileId);
  const first = await findOwn(db, mine);
  if (!first) throw new Error('The photo with this id could not be read');
  return first;
}

/** @throws Refusal `key_reused` if the id is another person's or another question's, without saying which */
async function findOwn(
  db: Db,
  mine: { id: string; questionId: string; ownerId: string },
): Promise<Photo | null> {
  const row = await findAnswerPhoto(db, mine.id);
  if (!row) return null;
  if (row.question_id !== mine.questionId || row.owner_id !== mine.ownerId)
    throw new Refusal('key_reused', 'This id was used for another photo');
  return presentPhoto(row);
}

/** The person's own photo, WebP. @throws Refusal `not_found`, also for another person's; `unavailable` */
export async function readAnswerPhoto(
  deps: Pick<Deps, 'db' | 'photos'>,
  person: Person,
  { id: questionId, photoId: id }: Place,
  size: 'large' | 'small',
  log: Log,
): Promise<Uint8Array> {
  const row = await findAnswerPhoto(deps.db, id);
  if (row?.owner_id !== person.id || row.question_id !== questionId) throw notFound('Photo');
  const content = await readFiles(deps, row.file_id, size);
  if (content) return content;
  log.error({ photo: id, file: row.file_id }, 'the file of a photo is not there');
  throw notFound('Photo');
}
