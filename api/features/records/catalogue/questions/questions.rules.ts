import type { OfferQuestion } from '../../../../contract/schemas/offer.ts';
import type { QuestionRow } from './questions.repository.ts';

/** A question as its owner edits it. */
export const presentOfferQuestion = (row: QuestionRow): OfferQuestion => ({
  kind: row.kind,
  question: row.question,
  options: row.options ? row.options.split('\n') : [],
  isRequired: row.is_required === 1,
});

/** Text that is the same for questions that ask the same. */
export const contentOf = ({ kind, question, options, isRequired }: OfferQuestion): string =>
  JSON.stringify([kind, question, kind === 'choice' ? options : [], isRequired]);

/** Whether these are the questions of now, in the same order. */
export const asksTheSame = (rows: readonly QuestionRow[], wanted: readonly OfferQuestion[]): boolean =>
  rows.map((row) => contentOf(presentOfferQuestion(row))).join() === wanted.map(contentOf).join();
