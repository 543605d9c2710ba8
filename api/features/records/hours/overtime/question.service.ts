import type { WaitingHours } from '../../../../contract/calls/overtime-calls.ts';
import { answerMs } from '../../../../contract/rules/overtime-terms.ts';
import type { OvertimeHours, OvertimeTerms } from '../../../../contract/schemas/overtime.ts';
import { fullName, listedCustomer } from '../../../../core/person-name.ts';
import { notFound, Refusal } from '../../../../core/refusal.ts';
import type { Db } from '../../../../db/database.ts';
import { type Page, pageOf, readCursor } from '../../../../db/keyset.ts';
import { findQuestion, type QuestionRow, selectQuestion, selectWaiting } from './overtime.repository.ts';
import { askedMinutes } from './overtime.rules.ts';

const pageLength = 50;

/** The end of the time in which a question can be answered. */
export const answerByOf = ({ asked_at }: { asked_at: string }): string =>
  new Date(Date.parse(asked_at) + answerMs).toISOString();

/** A booking's newest question that was not withdrawn. */
export async function readQuestion(db: Db, bookingId: string): Promise<QuestionRow | undefined> {
  const [question] = await selectQuestion(db, { bookingId });
  return question;
}

/** The content of a question's notice; nothing once the question no longer waits. */
export async function readWaiting(
  db: Db,
  id: string,
): Promise<{ hours: number; reason: string; answerBy: string } | undefined> {
  const question = await findQuestion(db, id);
  if (question?.state !== 'waiting') return undefined;
  return { hours: askedMinutes(question) / 60, reason: question.reason, answerBy: answerByOf(question) };
}

export function presentQuestion(row: QuestionRow, terms: OvertimeTerms | null): OvertimeHours {
  const { id, reason, state, asked_at, settled_at } = row;
  if (state === 'withdrawn') throw new Error('A withdrawn question is not presented');
  return {
    id,
    hours: askedMinutes(row) / 60,
    reason,
    askedAt: asked_at,
    answerBy: answerByOf(row),
    state,
    settledAt: settled_at,
    terms,
  };
}

/**
 * The question that a person has seen, as it is now. The caller holds the booking's lock.
 * @throws Refusal `not_found`, `conflict` (withdrawn), `terms_changed` (the team has asked another question since)
 */
export async function requireSeen(db: Db, bookingId: string, seenId: string): Promise<QuestionRow> {
  const [seen, newest] = [await requireOf(db, bookingId, seenId), await readQuestion(db, bookingId)];
  if (newest && newest.seq > seen.seq)
    throw new Refusal('terms_changed', 'The team has changed its question since. Please look at it again.');
  if (seen.state === 'withdrawn')
    throw new Refusal('conflict', 'The team has taken this question back. The estimate stands.');
  return seen;
}

/** A question of this booking, in any state. @throws Refusal `not_found` */
export async function requireOf(db: Db, bookingId: string, id: string): Promise<QuestionRow> {
  const question = await findQuestion(db, id);
  if (question?.booking_id !== bookingId) throw notFound('Question');
  return question;
}

/** Questions that wait for customers, newest first; the contract asks for the permission. */
export async function listExtraHours(
  db: Db,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<WaitingHours>> {
  const limit = page.limit ?? pageLength;
  const { rows, next } = pageOf(await selectWaiting(db, readCursor(page.cursor), limit + 1), limit);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      bookingId: row.booking_id,
      service: row.service_name,
      customer: { ...listedCustomer(row), name: fullName(row) },
      hours: askedMinutes(row) / 60,
      answerBy: answerByOf({ asked_at: row.created_at }),
    })),
    next,
  };
}
