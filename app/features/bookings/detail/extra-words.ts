import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import type { OvertimeHours, OvertimeTerms } from '../../../../api/contract/schemas/overtime.ts';
import { formatMoney } from '../../../lib/money.ts';
import { formatWhen, inSentence } from '../../../lib/time/dates.ts';
import { hourPriceText, rounded } from '../hours-words.ts';

/** "Agree to 1.5 h more?" */
export const askText = (hours: number): string => `Agree to ${rounded(hours)} more?`;

/** The time that the work took, and the hours used for it until its customer agrees. */
export function tookText(
  { actualHours }: Pick<BookingDetail, 'actualHours'>,
  { hours }: OvertimeHours,
): string {
  const used = actualHours ?? 0;
  return `The work took ${rounded(used + hours)}, and ${rounded(used)} ${used === 1 ? 'is' : 'are'} used so far. Unless you agree, that stays so.`;
}

/** Whether agreeing is possible now: hours beyond the plan are not sold to every customer. */
export const mayAgree = ({ cardHours, past }: OvertimeTerms): boolean => cardHours === 0 || past !== null;

/** The cost of agreeing, part by part. */
export function takesFacts({ planHours, cardHours, past }: OvertimeTerms): [string, string][] {
  const facts: [string, string][] = [];
  if (planHours > 0) facts.push(['From your hours', rounded(planHours)]);
  if (cardHours > 0)
    facts.push(
      past
        ? ['Paid by card', `${formatMoney(past.amountCents)} for ${rounded(cardHours)}`]
        : ['Past your hours', rounded(cardHours)],
    );
  return facts;
}

/** The part that a card pays, and how. */
export function cardText({ past }: OvertimeTerms): string | null {
  if (!past) return null;
  const price = `${hourPriceText(past)}, charged at once to the card that pays your plan.`;
  if (past.beforeCents === 0) return price;
  return `${price} One payment of ${formatMoney(past.beforeCents + past.amountCents)} takes the place of the ${formatMoney(past.beforeCents)} charged for this visit before, which goes back to you.`;
}

/** "0.5 h of your hours are used, and $130.20 is charged to the card that pays your plan." */
export function agreeConsequence({ planHours, past }: OvertimeTerms): string {
  const uses =
    planHours > 0 ? `${rounded(planHours)} of your hours ${planHours === 1 ? 'is' : 'are'} used` : '';
  const whole = past && formatMoney(past.beforeCents + past.amountCents);
  const back = past?.beforeCents ? `, while ${formatMoney(past.beforeCents)} goes back to it` : '';
  const pays = past ? `${whole} is charged to the card that pays your plan${back}` : '';
  return `${[uses, pays].filter(Boolean).join(', and ')}.`;
}

/** "Please answer by tomorrow, 9:30 am. Without an answer the estimate stands, and nothing more is charged." */
export const answerByText = (answerBy: string, zone: string): string =>
  `Please answer by ${inSentence(formatWhen(answerBy, zone))}. Without an answer the estimate stands, and nothing more is charged.`;
