import { centsOf, missingMinutes } from '../../../../contract/rules/overage.ts';
import type { BookingTerms, OverageAgreed } from '../../../../contract/schemas/booking-terms.ts';
import { Refusal } from '../../../../core/refusal.ts';
import type { PlanVersion } from '../../plans/plans.rules.ts';
import type { RunningPlan } from '../../subscription/subscription.service.ts';
import type { HourPrice } from './hour-price.rules.ts';

/** A visit's demand on the hours of a plan. */
export interface Visit {
  takesMinutes: number;
  /** The visit's time; a visit without one counts as now. */
  at: string | null;
  /** The full price by card; `null` if the service is not sold by card. */
  cardCents: number | null;
}

/** The price of hours past the member's own; `null` while a payment of theirs is open. */
export interface Sale {
  price: HourPrice | null;
  owed: BookingTerms['owed'];
}

export const nothingSold: Sale = { price: null, owed: null };

/** The facts on which the terms of a visit depend. */
export interface TermsFacts {
  plan: RunningPlan | null;
  /** The member's free minutes by the time of the visit, and whether they have any hours. */
  free: { hasHours: boolean; at(visit: string | null): number };
  /** The expiry of the first month's hours of a plan begun now. */
  firstMonthEnd: string;
  /** The next larger plan on sale, beside an active plan. */
  larger: PlanVersion | null;
  /** Read only if hours are missing (`missingOf`). */
  sale: Sale;
}
type HourFacts = Omit<TermsFacts, 'sale'>;

/** Whether a person has a plan, or remaining hours of one. */
export const isCovered = ({ plan, free }: HourFacts): boolean => plan !== null || free.hasHours;

/**
 * Minutes that a visit takes past the free ones. A person without a plan and without remaining hours pays for a plan
 * next. So no hours are missing now, unless the first month's hours expire before the visit.
 */
export function missingOf(facts: HourFacts, visit: Pick<Visit, 'at' | 'takesMinutes'>): number {
  if (!isCovered(facts) && !isBeyondFirstMonth(facts, visit)) return 0;
  return missingMinutes(facts.free.at(visit.at), visit.takesMinutes);
}

const isBeyondFirstMonth = (facts: HourFacts, { at }: Pick<Visit, 'at'>): boolean =>
  !isCovered(facts) && at !== null && at >= facts.firstMonthEnd;

/** The terms of a visit. */
export function visitTerms(facts: TermsFacts, visit: Visit): BookingTerms {
  const { free, firstMonthEnd, larger, sale } = facts;
  const { takesMinutes, at, cardCents } = visit;
  const freeMinutes = free.at(at);
  const missing = missingOf(facts, visit);
  return {
    takesHours: takesMinutes / 60,
    freeHours: freeMinutes / 60,
    expiringHours: Math.max(0, free.at(null) - freeMinutes) / 60,
    missingHours: missing / 60,
    past: sale.price && { amountCents: centsOf(sale.price.hourCents, missing), ...sale.price },
    owed: sale.owed,
    nextTier: larger?.tier ?? null,
    ...(isBeyondFirstMonth(facts, visit) && { planServesUntil: firstMonthEnd }),
    cardCents,
  };
}

export const minutesOf = (hours: number): number => Math.round(hours * 60);

/**
 * Checks that the terms of a visit were agreed to as they are now. The caller holds the member's ledger, so that of
 * two bookings that race for the last hours one is refused.
 * @throws Refusal, with nothing booked: `hours_short` if hours are missing without an agreement, `terms_changed` if
 * the agreement differs
 */
export function refuseOtherTerms(terms: BookingTerms, agreed: OverageAgreed | undefined): void {
  if (terms.planServesUntil)
    throw new Refusal(
      'hours_short',
      'The first hours of a plan that begins now will have expired by this visit, so nothing was booked. Please choose an earlier time, or another way to pay.',
    );
  if (!agreed && terms.missingHours > 0)
    throw new Refusal(
      'hours_short',
      `This takes ${inWords(terms.takesHours)}, and you have ${inWords(terms.freeHours)} free for it, so nothing was booked yet. Please look at your choices and try again.`,
    );
  if (!agreed) return;
  const same =
    terms.past !== null &&
    minutesOf(agreed.missingHours) === minutesOf(terms.missingHours) &&
    agreed.amountCents === terms.past.amountCents;
  if (!same)
    throw new Refusal(
      'terms_changed',
      'The hours that this takes have changed since you saw them. Nothing was booked. Please look at them again.',
    );
}

/** Whether two agreements are equal, also if there is none. */
export const isSameAgreed = (one: OverageAgreed | undefined, other: OverageAgreed | undefined): boolean =>
  minutesOf(one?.missingHours ?? 0) === minutesOf(other?.missingHours ?? 0) &&
  one?.amountCents === other?.amountCents;

const inWords = (hours: number): string => `${Math.round(hours * 100) / 100} h`;
