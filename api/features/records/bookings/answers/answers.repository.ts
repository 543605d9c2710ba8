import type { BookingAnswers } from '../../../../contract/schemas/forms.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';
import { letGo, takeIntoBooking } from './answer-photos/answer-photos.repository.ts';

/** A booking's answers with their questions, in the order in which they were asked. */
export const selectAnswers = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('booking_answers as a')
    .innerJoin('service_questions as q', 'q.id', 'a.question_id')
    .leftJoin('answer_photos as p', (join) =>
      join.onRef('p.id', '=', 'a.answer').onRef('p.booking_id', '=', 'a.booking_id'),
    )
    .select(['a.question_id', 'a.question', 'a.answer', 'p.width', 'p.height'])
    .where('a.booking_id', '=', p.bookingId)
    .orderBy('q.position')
    .orderBy('q.id'),
);

/**
 * Adds a booking's answers, and makes their photos the booking's. A photo that another booking has taken meanwhile is
 * left out with its answer, since a paid booking is always made.
 */
export async function insertAnswers(
  db: Tx,
  booking: { id: string; userId: string },
  answers: BookingAnswers,
): Promise<void> {
  if (answers.length === 0) return;
  const ids = answers.map(({ questionId }) => questionId);
  const questions = await db
    .selectFrom('service_questions')
    .select(['id', 'question', 'kind'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(questions.map((row) => [row.id, row]));
  const isPhoto = ({ questionId }: BookingAnswers[number]) => byId.get(questionId)?.kind === 'photo';
  const photos = answers.filter(isPhoto).map(({ answer }) => answer);
  const taken = photos.length
    ? await takeIntoBooking(db, { bookingId: booking.id, ownerId: booking.userId, ids: photos })
    : new Set<string>();
  const kept = answers.filter((one) => !isPhoto(one) || taken.has(one.answer));
  if (kept.length === 0) return;
  await db
    .insertInto('booking_answers')
    .values(
      kept.map(({ questionId, answer }) => ({
        booking_id: booking.id,
        question_id: questionId,
        question: byId.get(questionId)?.question ?? '',
        answer,
      })),
    )
    .execute();
}

export async function replaceAnswers(
  db: Tx,
  booking: { id: string; userId: string },
  answers: BookingAnswers,
): Promise<void> {
  await db.deleteFrom('booking_answers').where('booking_id', '=', booking.id).execute();
  await letGo(db, booking.id);
  await insertAnswers(db, booking, answers);
}

/** Whether a booking has these answers and no others. */
export async function hasAnswers(db: Db, bookingId: string, answers: BookingAnswers): Promise<boolean> {
  const rows = await selectAnswers(db, { bookingId });
  const given = answers.filter(({ answer }) => answer !== '');
  return (
    rows.length === given.length &&
    given.every((one) => rows.some((row) => row.question_id === one.questionId && row.answer === one.answer))
  );
}
