import type { Person } from '../../../core/person.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { lockAnyBooking, lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { findQuestion } from '../../records/hours/overtime/overtime.repository.ts';
import { readQuestion } from '../../records/hours/overtime/question.service.ts';
import { readOvertimeFacts } from '../../records/hours/overtime/terms.service.ts';
import { isDisputed } from '../../records/payments/disputes/frozen.service.ts';
import type { Answer, AnswerFacts } from './answer.decide.ts';

/** An answer to a question about longer work: its customer's, the team's own, or none in time. */
export type AnswerQuery = { id: string; questionId: string } & (
  | { answer: Exclude<Answer, 'lapsed'>; person: Person }
  | { answer: 'lapsed'; person: null }
);

/**
 * Reads the facts of an answer, which stay as they are until the transaction ends: the booking, and for an agreement
 * the ledger, the agreement about its price and the payment are locked in this order, which all changes of bookings
 * share.
 * @throws Refusal `not_found`, `forbidden` (a customer's answer by another person)
 */
export async function readAnswerFacts(
  db: Tx,
  deps: Pick<Deps, 'clock' | 'env'>,
  query: AnswerQuery,
): Promise<AnswerFacts> {
  const { answer, person, id, questionId } = query;
  const { clock, env } = deps;
  const isCustomers = answer === 'agreed' || answer === 'declined';
  const booking = await (isCustomers ? lockOwnBooking(db, person, id) : lockAnyBooking(db, id));
  const now = clock.now();
  const found = await findQuestion(db, questionId);
  const question = found?.booking_id === id ? found : null;
  const newest = await readQuestion(db, id);
  const agrees = answer === 'agreed' && question?.state === 'waiting';
  return {
    booking,
    actorId: person?.id ?? null,
    now: now.toISOString(),
    currency: env.CURRENCY,
    question,
    isOutdated: question !== null && newest !== undefined && newest.seq > question.seq,
    isDisputed: await isDisputed(db, id),
    overtime: agrees ? await readOvertimeFacts(db, env, booking, { question, now, locks: true }) : null,
  };
}
