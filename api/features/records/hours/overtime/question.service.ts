import type { WaitingHours } from '../../../../contract/calls/overtime-calls.ts';
import type { OvertimeHours, OvertimeTerms } from '../../../../contract/schemas/overtime.ts';
import { fullName, listedCustomer } from '../../../../core/person-name.ts';
import type { Db } from '../../../../db/database.ts';
import { type Page, pageOf, readCursor } from '../../../../db/keyset.ts';
import { findQuestion, type QuestionRow, selectQuestion, selectWaiting } from './overtime.repository.ts';
import { answerByOf, askedMinutes } from './overtime.rules.ts';

const pageLength = 50;

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
