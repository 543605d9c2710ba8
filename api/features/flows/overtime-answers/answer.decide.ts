import type { Selectable } from 'kysely';
import type { OvertimeAgreed } from '../../../contract/calls/overtime-calls.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import type { BookingTable } from '../../records/bookings/bookings.table.ts';
import { type Ledger, settle } from '../../records/hours/ledger.rules.ts';
import type { QuestionRow } from '../../records/hours/overtime/overtime.repository.ts';
import { answerByOf, askedMinutes } from '../../records/hours/overtime/overtime.rules.ts';
import {
  type OvertimeFacts,
  overtimeTerms,
  refuseOtherOvertimeTerms,
} from '../../records/hours/overtime/terms.rules.ts';
import { disputed } from '../../records/payments/disputes/disputes.rules.ts';
import { decideMoreOverage, type OverageDecision } from '../overage-charges/overage.decide.ts';

export type Answer = 'agreed' | 'declined' | 'withdrawn' | 'lapsed';

/** The facts on which an answer to a question about longer work depends. */
export interface AnswerFacts {
  booking: Selectable<BookingTable>;
  /** `null` for a question that nobody answered in time. */
  actorId: string | null;
  now: string;
  currency: string;
  /** The question that the person saw, if it is of this booking. */
  question: QuestionRow | null;
  /** Whether the team has asked another question since. */
  isOutdated: boolean;
  isDisputed: boolean;
  /** For an agreement to a question that waits. */
  overtime: OvertimeFacts | null;
}

/** The rows that an answer writes. */
export interface AnswerWrites {
  booking: Selectable<BookingTable>;
  now: string;
  question: { id: string; state: Answer };
  /** With an agreement: the actual minutes and the hours that they use. */
  agreed: { minutes: number; hours: { entries: Ledger; overage: OverageDecision } } | null;
  /** For the log. */
  act: { actorId: string; askedMinutes: number } | null;
}

export interface AnswerDecision {
  /** `null` for a repeat, which changes nothing. */
  writes: AnswerWrites | null;
  /** The charge and the cancellation that are left after the transaction. */
  after: { overage: Pick<OverageDecision, 'charge' | 'retired'> | null };
}

const unchanged: AnswerDecision = { writes: null, after: { overage: null } };

/**
 * Decides that the customer agrees to the hours past the estimate, on the terms that they were shown. The hours are
 * used as if they had been estimated; the rest that no hours cover is charged, like work past the balance.
 * @throws Refusal `not_found`, `conflict` (declined, withdrawn, too late), `terms_changed`, `hours_short` (hours past
 * the plan's are not sold), `disputed`
 */
export function decideAgreement(facts: AnswerFacts, agreed: OvertimeAgreed): AnswerDecision {
  const { booking, now, currency, overtime } = facts;
  const question = requireSeen(facts);
  if (question.state === 'agreed') return unchanged;
  requireWaiting(question, now);
  if (facts.isDisputed) throw disputed();
  if (!overtime) throw new Error('The facts of a question that waits were not read');
  const terms = overtimeTerms(overtime);
  refuseOtherOvertimeTerms(terms, agreed);
  const more = { minutes: Math.round(terms.cardHours * 60), price: terms.past };
  const overage = decideMoreOverage(overtime.overage, booking, more, { currency, now });
  const { to_minutes: minutes } = question;
  const use = { minutes: minutes - overage.minutes, usedAt: overtime.usedAt };
  const hours = { entries: settle(overtime.ledger, use), overage };
  return { writes: { ...ended(facts, question, 'agreed'), agreed: { minutes, hours } }, after: { overage } };
}

/**
 * Decides that the customer declines the hours: the estimate stands, and nothing else changes, also while the payment
 * is disputed. The team may ask again.
 * @throws Refusal `not_found`, `conflict` (agreed, withdrawn, too late), `terms_changed` (another question since)
 */
export function decideDecline(facts: AnswerFacts): AnswerDecision {
  const question = requireSeen(facts);
  if (question.state === 'declined') return unchanged;
  requireWaiting(question, facts.now);
  return { writes: ended(facts, question, 'declined'), after: { overage: null } };
}

/**
 * Decides that the team withdraws its question; the estimate stands.
 * @throws Refusal `not_found`, `conflict` (its customer has answered, or the time is over)
 */
export function decideWithdrawal(facts: AnswerFacts): AnswerDecision {
  const question = requireOf(facts);
  if (question.state === 'withdrawn') return unchanged;
  requireWaiting(question, facts.now);
  return { writes: ended(facts, question, 'withdrawn'), after: { overage: null } };
}

/**
 * Decides that nobody has answered in time: the estimate stands, and nothing is charged. The team may ask again. While
 * the booking's payment is disputed, nobody can answer, and nothing ends.
 */
export function decideLapse(facts: AnswerFacts): AnswerDecision {
  const { question } = facts;
  if (question?.state !== 'waiting' || facts.isDisputed) return unchanged;
  return { writes: ended(facts, question, 'lapsed'), after: { overage: null } };
}

const ended = (
  { booking, actorId, now }: AnswerFacts,
  question: QuestionRow,
  state: Answer,
): AnswerWrites => ({
  booking,
  now,
  question: { id: question.id, state },
  agreed: null,
  act: state === 'withdrawn' && actorId ? { actorId, askedMinutes: askedMinutes(question) } : null,
});

/** The question that a customer has seen, as it is now. */
function requireSeen(facts: AnswerFacts): QuestionRow {
  const question = requireOf(facts);
  if (facts.isOutdated)
    throw new Refusal('terms_changed', 'The team has changed its question since. Please look at it again.');
  if (question.state === 'withdrawn')
    throw new Refusal('conflict', 'The team has taken this question back. The estimate stands.');
  return question;
}

/** A question of this booking, in any state. */
function requireOf({ question }: AnswerFacts): QuestionRow {
  if (!question) throw notFound('Question');
  return question;
}

/** Refuses an answer to a question that was answered, or is too old. */
function requireWaiting(question: QuestionRow, now: string): void {
  if (question.state === 'lapsed' || (question.state === 'waiting' && answerByOf(question) <= now))
    throw new Refusal('conflict', 'The time to answer is over, and the estimate stands.');
  if (question.state !== 'waiting') throw new Refusal('conflict', `This has been ${question.state} already`);
}
