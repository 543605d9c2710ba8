import type { BookingTerms, OverageAgreed } from '../../../../contract/schemas/booking-terms.ts';
import { Refusal } from '../../../../core/refusal.ts';

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
      'What this takes of your hours has changed since you saw it. Nothing was booked. Please look at it again.',
    );
}

/** Whether two agreements are equal, also if there is none. */
export const isSameAgreed = (one: OverageAgreed | undefined, other: OverageAgreed | undefined): boolean =>
  minutesOf(one?.missingHours ?? 0) === minutesOf(other?.missingHours ?? 0) &&
  one?.amountCents === other?.amountCents;

const inWords = (hours: number): string => `${Math.round(hours * 100) / 100} h`;
