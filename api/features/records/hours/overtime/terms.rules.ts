import type { OvertimeAgreed } from '../../../../contract/calls/overtime-calls.ts';
import { centsOf } from '../../../../contract/rules/overage.ts';
import type { OvertimeTerms } from '../../../../contract/schemas/overtime.ts';
import { Refusal } from '../../../../core/refusal.ts';
import { freeForWork, type Ledger, usesOf } from '../ledger.rules.ts';
import { chargedPrice, isInForce } from '../overage/hour-price.rules.ts';
import type { OverageFacts } from '../overage/overage-facts.service.ts';
import { minutesOf, type Sale } from '../overage/overage-terms.rules.ts';
import type { QuestionRow } from './overtime.repository.ts';
import { askedMinutes, cardMinutes } from './overtime.rules.ts';

/** The facts on which the terms of agreeing to longer work depend. */
export interface OvertimeFacts {
  question: QuestionRow;
  /** The time at which the work counts. */
  usedAt: string;
  ledger: Ledger;
  heldByOthers: number;
  overage: OverageFacts;
  /** The price of hours past the member's own; none is read if these suffice (`isPastHours`). */
  sale: Sale;
}

/** Whether the asked hours go past the member's own. */
export const isPastHours = (facts: Omit<OvertimeFacts, 'sale'>): boolean => cardMinutesOf(facts) > 0;

/**
 * The terms of agreeing. Hours are those valid when the work was done, without those held by other bookings. An hour
 * past them has the price of booking past the balance, and all hours of one booking have the same price. A member
 * whose plan has ended has the hours left of it. Past those, nothing is sold without a paid plan: the estimate stands
 * until the member has one, or the team withdraws the question.
 */
export function overtimeTerms(facts: OvertimeFacts): OvertimeTerms {
  const { question, overage, sale } = facts;
  const card = cardMinutesOf(facts);
  const charged = chargedOf(overage);
  const { price, owed } = sale;
  const { hourCents, tier } = charged ?? price ?? { hourCents: 0, tier: null };
  // The team may have refunded a part of the earlier charge; only the rest goes back.
  const beforeCents = charged ? (overage.standing?.restCents ?? 0) : 0;
  return {
    planHours: (askedMinutes(question) - card) / 60,
    cardHours: card / 60,
    past:
      price && tier !== null
        ? {
            amountCents: centsOf(hourCents, (charged?.minutes ?? 0) + card) - beforeCents,
            hourCents,
            tier,
            beforeCents,
          }
        : null,
    owed,
  };
}

function cardMinutesOf({
  question,
  usedAt,
  ledger,
  heldByOthers: heldMinutes,
  overage,
}: Omit<OvertimeFacts, 'sale'>): number {
  return cardMinutes({
    extra: askedMinutes(question),
    total: question.to_minutes,
    free: freeForWork(ledger, { heldMinutes, usedAt }),
    uncovered: (chargedOf(overage)?.minutes ?? 0) + usesOf(ledger).overageMinutes,
  });
}

/** The minutes of the booking now paid by card, and the price of an hour; `null` if none are to be paid. */
function chargedOf({ agreed, period }: OverageFacts) {
  if (!agreed || !isInForce(agreed)) return null;
  const { charged_minutes: minutes, agreed_at: agreedAt, hour_cents: hourCents, tier } = agreed;
  return { minutes, ...chargedPrice({ agreedAt, hourCents, tier }, period) };
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
      'The hours or the price have changed since you saw them. Nothing was taken. Please look at them again.',
    );
  if (terms.cardHours > 0 && !terms.past)
    throw new Refusal(
      'hours_short',
      'Your hours do not cover it, so nothing was taken. The estimate stands.',
    );
}
