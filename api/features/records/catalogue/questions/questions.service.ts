import { randomUUID } from 'node:crypto';
import type { ServiceQuestion } from '../../../../contract/schemas/catalogue.ts';
import type { BookingAnswers } from '../../../../contract/schemas/forms.ts';
import type { OfferQuestion } from '../../../../contract/schemas/offer.ts';
import { Id } from '../../../../contract/schemas/primitives.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { Db, Tx } from '../../../../db/database.ts';
import {
  insertQuestion,
  type QuestionRow,
  selectAsked,
  selectAskedOf,
  selectPhotoQuestions,
  updateQuestion,
} from './questions.repository.ts';
import { contentOf, presentOfferQuestion } from './questions.rules.ts';

/** The questions that are asked now, by service. */
export async function readQuestions(db: Db): Promise<Map<string, QuestionRow[]>> {
  return Map.groupBy(await selectAsked(db, {}), (row) => row.service_id);
}

export const readQuestionsOf = (db: Db, serviceId: string): Promise<QuestionRow[]> =>
  selectAskedOf(db, { serviceId });

/** Those of these questions that are answered with a photo, also questions that are no longer asked. */
export async function findPhotoQuestions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await selectPhotoQuestions(db, ids)).map(({ id }) => id));
}

/** @throws Refusal `not_found` unless this question is asked now and answered with a photo */
export async function requirePhotoQuestion(db: Db, id: string): Promise<void> {
  const [row] = await selectPhotoQuestions(db, [id]);
  if (row?.retired_at !== null) throw new Refusal('not_found', 'This question is no longer asked');
}

/** A question as customers see it. */
export const presentQuestion = (row: QuestionRow): ServiceQuestion => ({
  id: row.id,
  ...presentOfferQuestion(row),
});

/** Asks these questions from now on. A changed one is another row, so that earlier answers keep their words. */
export async function saveQuestions(
  db: Tx,
  serviceId: string,
  { rows, wanted, now }: { rows: readonly QuestionRow[]; wanted: readonly OfferQuestion[]; now: string },
): Promise<void> {
  const known = new Map(rows.map((row) => [contentOf(presentOfferQuestion(row)), row]));
  for (const [position, question] of wanted.entries()) {
    const content = contentOf(question);
    const row = known.get(content);
    known.delete(content);
    if (row) await updateQuestion(db, row.id, { position });
    else
      await insertQuestion(db, {
        id: randomUUID(),
        service_id: serviceId,
        position,
        kind: question.kind,
        question: question.question,
        options: question.kind === 'choice' ? question.options.join('\n') : '',
        is_required: question.isRequired ? 1 : 0,
        created_at: now,
        retired_at: null,
      });
  }
  for (const row of known.values()) await updateQuestion(db, row.id, { retired_at: now });
}

/**
 * Checks a customer's answers against the questions that are asked now.
 * @returns those that say something
 * @throws Refusal `terms_changed` if other questions are asked than the customer saw; `invalid_input` on
 * `answers.{questionId}` for a missing or a wrong answer
 */
export async function requireAnswers(
  db: Db,
  serviceId: string,
  answers: BookingAnswers | undefined,
): Promise<BookingAnswers> {
  const questions = await readQuestionsOf(db, serviceId);
  const given = new Map(answers?.map(({ questionId, answer }) => [questionId, answer]));
  const isUnseen =
    [...given.keys()].some((id) => !questions.some((row) => row.id === id)) ||
    questions.some((row) => row.is_required === 1 && !given.has(row.id));
  if (isUnseen)
    throw new Refusal(
      'terms_changed',
      'The questions about this service have changed since you saw it. Nothing was booked. Please look at it again.',
    );
  const fields: Record<string, string> = {};
  for (const row of questions) {
    const problem = problemOf(row, given.get(row.id) ?? '');
    if (problem) fields[`answers.${row.id}`] = problem;
  }
  const [first] = Object.values(fields);
  if (first) throw new Refusal('invalid_input', first, { fields });
  return [...given]
    .filter(([, answer]) => answer !== '')
    .map(([questionId, answer]) => ({ questionId, answer }));
}

function problemOf({ kind, options, is_required }: QuestionRow, answer: string): string | null {
  if (answer === '') return is_required === 1 ? 'Please answer this' : null;
  if (kind === 'number' && !/^-?\d{1,9}([.,]\d{1,4})?$/.test(answer)) return 'Please enter a number';
  if (kind === 'choice' && !options.split('\n').includes(answer)) return 'Please choose one of the answers';
  if (kind === 'photo' && !Id.safeParse(answer).success) return 'Please choose a photo';
  return null;
}
