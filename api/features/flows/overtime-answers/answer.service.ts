import { bookingChanged } from '../../../bus/changed.ts';
import type { OvertimeAgreed } from '../../../contract/calls/overtime-calls.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import type { Person } from '../../../core/person.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { changeBooking } from '../../records/bookings/writes.service.ts';
import { settleQuestion } from '../../records/hours/overtime/overtime.repository.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { carryOut } from '../overage-charges/charges.service.ts';
import { applyHours } from '../overage-charges/overage.service.ts';
import {
  type AnswerDecision,
  type AnswerFacts,
  type AnswerWrites,
  decideAgreement,
  decideDecline,
  decideWithdrawal,
} from './answer.decide.ts';
import { type AnswerQuery, readAnswerFacts } from './answer-facts.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/**
 * Agrees to the hours of the person's work past its estimate, as `decideAgreement` decides. The rest that no hours
 * cover is charged after the transaction. A repeat is returned as it is.
 * @throws Refusal, with nothing taken: `forbidden`, and those of `decideAgreement`
 */
export async function agreeToExtraHours(
  deps: Parts,
  person: Person,
  id: string,
  agreed: OvertimeAgreed,
): Promise<BookingDetail> {
  const query = { answer: 'agreed', person, id, questionId: agreed.questionId } as const;
  await carryOutAnswer(deps, await writeAnswer(deps, query, (facts) => decideAgreement(facts, agreed)));
  return readBooking(deps, person, id);
}

/**
 * Declines the hours, as `decideDecline` decides. A repeat is returned as it is.
 * @throws Refusal `forbidden`, and those of `decideDecline`
 */
export async function declineExtraHours(
  deps: Parts,
  person: Person,
  id: string,
  questionId: string,
): Promise<BookingDetail> {
  const query = { answer: 'declined', person, id, questionId } as const;
  await carryOutAnswer(deps, await writeAnswer(deps, query, decideDecline));
  return readBooking(deps, person, id);
}

/**
 * Withdraws the team's question, as `decideWithdrawal` decides. A repeat changes nothing. The contract asks for the
 * permission.
 * @param questionId the question that the administrator saw, so that another's is not withdrawn unknowingly
 * @throws Refusal as `decideWithdrawal`
 */
export async function withdrawExtraHours(
  deps: Parts,
  person: Person,
  id: string,
  questionId: string,
): Promise<BookingDetail> {
  const query = { answer: 'withdrawn', person, id, questionId } as const;
  await carryOutAnswer(deps, await writeAnswer(deps, query, decideWithdrawal));
  return readBooking(deps, person, id);
}

/** Decides an answer from facts under locks, and writes exactly that; the caller carries out the rest. */
export const writeAnswer = (
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  query: AnswerQuery,
  decide: (facts: AnswerFacts) => AnswerDecision,
): Promise<AnswerDecision> =>
  deps.db.transaction().execute(async (tx) => {
    const decision = decide(await readAnswerFacts(tx, deps, query));
    if (decision.writes) await applyAnswer(tx, decision.writes);
    return decision;
  });

/** Writes a decided answer, in the transaction that holds the rows of its facts. */
async function applyAnswer(db: Tx, { booking, now, question, agreed, act }: AnswerWrites): Promise<void> {
  const { id, user_id: userId } = booking;
  if (agreed) {
    await changeBooking(db, booking, { actual_minutes: agreed.minutes, updated_at: now });
    await applyHours(db, booking, agreed.hours, now);
  }
  await settleQuestion(db, question.id, { state: question.state, settled_at: now });
  if (!act) return;
  const { actorId, askedMinutes } = act;
  const subject = { kind: 'booking', id } as const;
  await recordAct(db, {
    actorId,
    act: 'extra_hours_withdrawn',
    subject,
    userId,
    details: { askedMinutes },
    now,
  });
}

/** Tells open apps, and makes the decided charge and cancellation at the provider; after the transaction. */
async function carryOutAnswer(deps: Parts, { writes, after }: AnswerDecision): Promise<void> {
  if (writes) bookingChanged(deps.changes, { id: writes.booking.id, userId: writes.booking.user_id });
  if (after.overage) await carryOut(deps, after.overage);
}
