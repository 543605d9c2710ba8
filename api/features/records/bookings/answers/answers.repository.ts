import type { BookingAnswers } from '../../../../contract/schemas/forms.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';

/** A booking's answers with their questions, in the order in which they were asked. */
export const selectAnswers = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('booking_answers as a')
    .innerJoin('service_questions as q', 'q.id', 'a.question_id')
    .select(['a.question_id', 'a.question', 'a.answer'])
    .where('a.booking_id', '=', p.bookingId)
    .orderBy('q.position')
    .orderBy('q.id'),
);

export async function insertAnswers(db: Tx, bookingId: string, answers: BookingAnswers): Promise<void> {
  if (answers.length === 0) return;
  const ids = answers.map(({ questionId }) => questionId);
  const questions = await db
    .selectFrom('service_questions')
    .select(['id', 'question'])
    .where('id', 'in', ids)
    .execute();
  const words = new Map(questions.map(({ id, question }) => [id, question]));
  await db
    .insertInto('booking_answers')
    .values(
      answers.map(({ questionId, answer }) => ({
        booking_id: bookingId,
        question_id: questionId,
        question: words.get(questionId) ?? '',
        answer,
      })),
    )
    .execute();
}

export async function replaceAnswers(db: Tx, bookingId: string, answers: BookingAnswers): Promise<void> {
  await db.deleteFrom('booking_answers').where('booking_id', '=', bookingId).execute();
  await insertAnswers(db, bookingId, answers);
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
