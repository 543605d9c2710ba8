import type { BookingAnswers } from '../../../../../contract/schemas/forms.ts';
import { Refusal } from '../../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../../db/database.ts';
import { findPhotoQuestions } from '../../../catalogue/questions/questions.service.ts';
import {
  type AnswerPhotoRow,
  deleteOwned,
  deleteUntaken,
  insertAnswerPhoto,
  selectAnswerPhoto,
  selectAnswerWeight,
  selectFree,
} from './answer-photos.repository.ts';

/** A photo by its id, whoever uploaded it. */
export async function findAnswerPhoto(db: Db, id: string): Promise<AnswerPhotoRow | undefined> {
  const [row] = await selectAnswerPhoto(db, { id });
  return row;
}

/** @returns `false`, with nothing written, if the id is known already */
export const addAnswerPhoto = (db: Tx, row: AnswerPhotoRow): Promise<boolean> => insertAnswerPhoto(db, row);

/** The bytes of a person's photos, of all and of those since an instant, and how many no booking has taken. */
export async function weighAnswerPhotos(
  db: Db,
  p: { ownerId: string; since: string },
): Promise<{ all: number; lately: number; waiting: number }> {
  const [row] = await selectAnswerWeight(db, p);
  return { all: Number(row?.all), lately: Number(row?.lately), waiting: Number(row?.waiting) };
}

/** Deletes photos from before an instant that no booking has taken, at most `rows`. @returns how many */
export const clearAnswerPhotos = (db: Db, p: { before: string; rows: number }): Promise<number> =>
  deleteUntaken(db, p);

/** Deletes photos that a person uploaded, at most `rows`. @returns the ids of their files */
export const forgetAnswerPhotos = (db: Db, p: { userId: string; rows: number }): Promise<string[]> =>
  deleteOwned(db, p);

/**
 * Checks that the photos among answers are this person's own, each for its question, and in no other booking.
 * @param bookingId the booking that may have them already
 * @throws Refusal `photo_missing` on `answers.{questionId}`, without saying which it is
 */
export async function requireOwnPhotos(
  db: Db,
  answers: BookingAnswers,
  { ownerId, bookingId = null }: { ownerId: string; bookingId?: string | null },
): Promise<void> {
  const asPhotos = await photosAmong(db, answers);
  if (asPhotos.length === 0) return;
  const free = await selectFree(db, { ids: asPhotos.map(({ answer }) => answer), ownerId, bookingId });
  const isFree = ({ questionId, answer }: BookingAnswers[number]) =>
    free.some((row) => row.id === answer && row.question_id === questionId);
  const missing = asPhotos.filter((one) => !isFree(one));
  if (missing.length === 0) return;
  const message = 'This photo is not there any more. Please choose it again.';
  throw new Refusal('photo_missing', message, {
    fields: Object.fromEntries(missing.map(({ questionId }) => [`answers.${questionId}`, message])),
  });
}

/** The answers that are photos. */
export async function photosAmong(db: Db, answers: BookingAnswers): Promise<BookingAnswers> {
  const given = answers.filter(({ answer }) => answer !== '');
  if (given.length === 0) return [];
  const asking = await findPhotoQuestions(
    db,
    given.map(({ questionId }) => questionId),
  );
  return given.filter(({ questionId }) => asking.has(questionId));
}
