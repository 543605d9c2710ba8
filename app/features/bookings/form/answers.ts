import type { Service, ServiceQuestion } from '../../../../api/contract/schemas/catalogue.ts';
import type { BookingAnswers } from '../../../../api/contract/schemas/forms.ts';
import { ApiError } from '../../../lib/api.ts';

/** The typed answers, by the question's id. */
export type Answers = Record<string, string>;

/** The service's part that asks. */
export type Asking = Pick<Service, 'id' | 'questions'>;

/** The answers to the questions of now; one that was typed for an earlier version is left out. */
export const answersTo = ({ questions = [] }: Asking, typed: Answers): BookingAnswers =>
  questions.map(({ id }) => ({ questionId: id, answer: typed[id]?.trim() ?? '' }));

/**
 * The wrong answers, in the server's words.
 * @param photos.signedIn whether photos can be given now; visitors give them once they are logged in
 * @param photos.pending the questions whose chosen photos have not arrived yet
 */
export function answerProblems(
  { questions = [] }: Asking,
  typed: Answers,
  photos: { signedIn: boolean; pending: ReadonlySet<string> },
): Answers {
  const problems = questions.map((question) => {
    const answer = typed[question.id]?.trim() ?? '';
    if (question.kind !== 'photo') return [question.id, problemOf(question, answer)];
    if (photos.pending.has(question.id)) return [question.id, notArrived];
    return [question.id, photos.signedIn ? problemOf(question, answer) : ''];
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem));
}

function problemOf({ kind, isRequired }: ServiceQuestion, answer: string): string {
  if (answer === '') return isRequired ? 'Please answer this' : '';
  if (kind === 'number' && !/^-?\d{1,9}([.,]\d{1,4})?$/.test(answer)) return 'Please enter a number';
  return '';
}

const notArrived = 'This photo has not arrived yet. Please wait a moment, or remove it.';

/** The server's messages about single answers. */
export function refusedAnswers(error: unknown): Answers {
  if (!(error instanceof ApiError)) return {};
  const named = Object.entries(error.fields).map(([path, words]) => [
    /^answers\.(.+)$/.exec(path)?.[1],
    words,
  ]);
  return Object.fromEntries(named.filter(([id]) => id));
}
