import type { OvertimeAgreed } from '../../../../contract/calls/overtime-calls.ts';
import { centsOf } from '../../../../contract/rules/overage.ts';
import type { OvertimeHours, OvertimeTerms } from '../../../../contract/schemas/overtime.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { Db } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { readOveragePayment } from '../../payments/overage-payments.service.ts';
import { readRest } from '../../payments/refunds/refunds.service.ts';
import { readHeldByOthers } from '../held/free-hours.service.ts';
import { freeForWork, usesOf } from '../ledger.rules.ts';
import { readLedger } from '../ledger.service.ts';
import { readCharged } from '../overage/agreements.service.ts';
import { readSaleOf } from '../overage/overage-terms.service.ts';
import type { QuestionRow } from './overtime.repository.ts';
import { askedMinutes, cardMinutes } from './overtime.rules.ts';
import { presentQuestion, readQuestion } from './question.service.ts';

/**
 * The terms of agreeing now. Hours are those valid when the work was done, without those held by other bookings. An
 * hour past them has the price of booking past the balance, and all hours of one booking have the same price. A
 * member whose plan has ended has the hours left of it. Past those, nothing is sold without a paid plan: the
 * estimate stands until the member has one, or the team withdraws the question.
 */
export async function overtimeTermsOf(
  db: Db,
  env: Pick<Deps['env'], 'PAST_HOURS'>,
  booking: { id: string; user_id: string; completed_date: string | null },
  question: QuestionRow,
  now: Date,
): Promise<OvertimeTerms> {
  const { id: bookingId, user_id: userId, completed_date } = booking;
  const usedAt = completed_date ?? question.asked_at;
  const extra = askedMinutes(question);
  const charged = await readCharged(db, bookingId, usedAt);
  const ledger = await readLedger(db, { userId, bookingId, now: now.toISOString() });
  const heldMinutes = await readHeldByOthers(db, userId, bookingId);
  const card = cardMinutes({
    extra,
    total: question.to_minutes,
    free: freeForWork(ledger, { heldMinutes, usedAt }),
    uncovered: (charged?.minutes ?? 0) + usesOf(ledger).overageMinutes,
  });
  const { price, owed } = card > 0 ? await readSaleOf(db, env, userId, now) : { price: null, owed: null };
  const { hourCents: cents, tier } = charged ?? price ?? { hourCents: 0, tier: null };
  const before = charged?.minutes ?? 0;
  const standing = charged?.paymentId ? await readOveragePayment(db, charged.paymentId) : undefined;
  // The team may have refunded a part of the earlier charge; only the rest goes back.
  const beforeCents = standing ? await readRest(db, standing) : 0;
  return {
    planHours: (extra - card) / 60,
    cardHours: card / 60,
    past:
      price && tier !== null
        ? {
            amountCents: centsOf(cents, before + card) - beforeCents,
            hourCents: cents,
            tier,
            beforeCents,
          }
        : null,
    owed,
  };
}

/** A booking's newest question, with the terms of agreeing while it waits; no withdrawn one. */
export async function readOvertime(
  db: Db,
  env: Pick<Deps['env'], 'PAST_HOURS'>,
  booking: { id: string; user_id: string; completed_date: string | null },
  now: Date,
): Promise<OvertimeHours | undefined> {
  const question = await readQuestion(db, booking.id);
  if (!question) return undefined;
  const terms = question.state === 'waiting' ? await overtimeTermsOf(db, env, booking, question, now) : null;
  return presentQuestion(question, terms);
}

/** @throws Refusal, with nothing taken: `terms_changed`, or `hours_short` if hours past the plan's are not sold */
export function refuseOtherOvertimeTerms(terms: OvertimeTerms, agreed: OvertimeAgreed): void {
  const same =
    minutesOf(agreed.planHours) === minutesOf(terms.planHours) &&
    minutesOf(agreed.cardHours) === minutesOf(terms.cardHours) &&
    agreed.amountCents === (terms.past?.amountCents ?? 0);
  if (!same)
    throw new Refusal(
      'terms_changed',
      'What agreeing takes has changed since you saw it. Nothing was taken. Please look at it again.',
    );
  if (terms.cardHours > 0 && !terms.past)
    throw new Refusal(
      'hours_short',
      'Your hours do not cover it, so nothing was taken. The estimate stands.',
    );
}

const minutesOf = (hours: number): number => Math.round(hours * 60);
