import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { dayWithAccount } from '../../shared/day-with-account.ts';
import { planName } from '../../shared/plan-facts.ts';

/** The next step of a member's plan, in words for the team. */
export function planAhead(plan: Subscription, zone: string, now: Date = new Date()): string {
  const { tier, nextTier, currentPeriodEnd, endsAt } = plan;
  if (tier === 'none') return 'No plan: pays for each service by card.';
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd, zone, now) : 'the end of its period';
  if (endsAt) {
    const kept = plan.withAccount === 'ended' ? `ends on ${until}` : 'goes on';
    return `Ends with their account${dayWithAccount(plan, zone, now)}. It ${kept} if the account is kept before then.`;
  }
  if (plan.withAccount === 'ended')
    return `Ends on ${until}. Their account is about to be deleted, and the hours that are left go with it.`;
  if (plan.withAccount === 'ends')
    return `Not renewed on ${until}, since their account is about to be deleted. It goes on if the account is kept before then.`;
  if (plan.withAccount === 'resumes')
    return `Renews on ${until} once the card provider has answered us: their account stays.`;
  if (nextTier === null) return `Ends on ${until}. Nothing more is charged.`;
  const price = plan.nextPlan ? ` for ${formatMoney(plan.nextPlan.priceCents)}` : '';
  return nextTier === tier
    ? `Renews on ${until}${price}.`
    : oneText`${plan.plan?.name ?? planName(tier)} until ${until}, then ${plan.nextPlan?.name ?? planName(nextTier)}${price && `${price} a month`}.`;
}

/** The debt after a failed payment, and who acts next; `null` without a debt. */
export function planOwed(
  { status, owed }: Subscription,
  zone: string,
  now: Date = new Date(),
): string | null {
  if (status !== 'past_due') return null;
  const amount = owed ? formatMoney(owed.amountCents) : 'The last payment';
  return owed?.nextAttemptAt
    ? `${amount} is owed. The card is tried again on ${formatDate(owed.nextAttemptAt, zone, now)}.`
    : `${amount} is owed. It is not tried again by itself.`;
}
