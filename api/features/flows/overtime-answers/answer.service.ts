import { bookingChanged } from '../../../bus/changed.ts';
import type { OvertimeAgreed } from '../../../contract/calls/overtime-calls.ts';
import type { BookingDetail } from '../../../contract/schemas/bookings.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { agreeOnMinutes } from '../../records/bookings/agreed.service.ts';
import { lockAnyBooking, lockOwnBooking } from '../../records/bookings/locked.service.ts';
import { holdLedger, settleBooking } from '../../records/hours/hours.service.ts';
import { type QuestionRow, settleQuestion } from '../../records/hours/overtime/overtime.repository.ts';
import { askedMinutes } from '../../records/hours/overtime/overtime.rules.ts';
import { answerByOf, requireOf, requireSeen } from '../../records/hours/overtime/question.service.ts';
import { overtimeTermsOf, refuseOtherOvertimeTerms } from '../../records/hours/overtime/terms.service.ts';
import { refuseDisputed } from '../../records/payments/disputes/frozen.service.ts';
import { readBooking } from '../booking-changes/detail.service.ts';
import type { FulfilmentParts } from '../checkout/fulfilment.service.ts';
import { carryOut } from '../overage-charges/charges.service.ts';
import { chargeMore } from '../overage-charges/overage.service.ts';

type Parts = FulfilmentParts & Pick<Deps, 'env'>;

/** @throws Refusal `conflict` if the question was answered, or is too old */
function requireWaiting(question: QuestionRow, now: string): void {
  if (question.state === 'lapsed' || (question.state === 'waiting' && answerByOf(question) <= now))
    throw new Refusal('conflict', 'The time to answer is over, and the estimate stands.');
  if (question.state !== 'waiting') throw new Refusal('conflict', `This has been ${question.state} already`);
}

/**
 * Agrees to the hours of the person's work past its estimate, on the terms that they were shown. The hours are used
 * as if they had been estimated. The rest that no hours cover is charged after the transaction, like work past the
 * balance. An agreement made already is returned as it is.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (declined, withdrawn, too late), `terms_changed`, `hours_short` (hours
 * past the plan's are not sold), `disputed`
 */
export async function agreeToExtraHours(
  deps: Parts,
  person: Person,
  id: string,
  agreed: OvertimeAgreed,
): Promise<BookingDetail> {
  const { db, clock, env } = deps;
  const past = await db.transaction().execute(async (tx) => {
    const booking = await lockOwnBooking(tx, person, id);
    const question = await requireSeen(tx, id, agreed.questionId);
    if (question.state === 'agreed') return null;
    const now = instant(clock);
    requireWaiting(question, now);
    await refuseDisputed(tx, id);
    await holdLedger(tx, person.id);
    const terms = await overtimeTermsOf(tx, env, booking, question, clock.now());
    refuseOtherOvertimeTerms(terms, agreed);
    const settled = await chargeMore(
      tx,
      booking,
      { minutes: Math.round(terms.cardHours * 60), price: terms.past },
      { currency: env.CURRENCY, now, workedAt: booking.completed_date ?? now },
    );
    const { to_minutes } = question;
    await agreeOnMinutes(tx, id, to_minutes, now);
    await settleBooking(tx, {
      userId: person.id,
      bookingId: id,
      minutes: to_minutes - settled.minutes,
      usedAt: booking.completed_date ?? now,
      now,
    });
    await settleQuestion(tx, question.id, { state: 'agreed', settled_at: now });
    return settled;
  });
  if (past) {
    bookingChanged(deps.changes, { id, userId: person.id });
    await carryOut(deps, past);
  }
  return readBooking(deps, person, id);
}

/**
 * Declines the hours: the estimate stands, and nothing else changes, also while the payment is disputed. A repeat is
 * returned as it is; the team may ask again.
 * @throws Refusal `not_found`, `forbidden`, `conflict` (agreed, withdrawn), `terms_changed` (another question since)
 */
export async function declineExtraHours(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  questionId: string,
): Promise<BookingDetail> {
  const declined = await deps.db.transaction().execute(async (tx) => {
    await lockOwnBooking(tx, person, id);
    const question = await requireSeen(tx, id, questionId);
    if (question.state === 'declined') return false;
    const now = instant(deps.clock);
    requireWaiting(question, now);
    await settleQuestion(tx, questionId, { state: 'declined', settled_at: now });
    return true;
  });
  if (declined) bookingChanged(deps.changes, { id, userId: person.id });
  return readBooking(deps, person, id);
}

/**
 * Withdraws the team's question; the estimate stands. A repeat changes nothing. The contract asks for the permission.
 * @param questionId the question that the administrator saw, so that another's is not withdrawn unknowingly
 * @throws Refusal `not_found`, `conflict` (its customer has answered, or another was asked since)
 */
export async function withdrawExtraHours(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  id: string,
  questionId: string,
): Promise<BookingDetail> {
  const now = instant(deps.clock);
  const userId = await deps.db.transaction().execute(async (tx) => {
    const booking = await lockAnyBooking(tx, id);
    const question = await requireOf(tx, id, questionId);
    if (question.state === 'withdrawn') return null;
    requireWaiting(question, now);
    await settleQuestion(tx, questionId, { state: 'withdrawn', settled_at: now });
    await recordAct(tx, {
      actorId: person.id,
      act: 'extra_hours_withdrawn',
      subject: { kind: 'booking', id },
      userId: booking.user_id,
      details: { askedMinutes: askedMinutes(question) },
      now,
    });
    return booking.user_id;
  });
  if (userId) bookingChanged(deps.changes, { id, userId });
  return readBooking(deps, person, id);
}
