import { isolated } from '../../../api/contract/rules/visible-text.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { ApiError } from '../../lib/api.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { dayWithAccount } from '../../shared/day-with-account.ts';
import { planName } from '../../shared/plan-facts.ts';
import { NotApproved, Unlearnt } from './plan-change.machine.ts';
import { welcomeTo } from './plan-payment.ts';

interface PlanNotice {
  title: string;
  description?: string;
  style?: 'destructive';
}

const failed: PlanNotice = {
  title: 'Error',
  description: 'Failed to update subscription',
  style: 'destructive',
};

const underWay = (name: string): PlanNotice => ({
  title: 'Your payment is under way',
  description: `${name} begins once your bank has confirmed it.`,
});

/** The names of a member's plans, in their own versions; each may stand within a sentence. */
export const namesIn = ({ tier, nextTier, pendingTier, plan, nextPlan, pendingPlan }: Subscription) => ({
  own: isolated(plan?.name ?? planName(tier)),
  next: isolated(nextPlan?.name ?? planName(nextTier ?? 'none')),
  pending: isolated(pendingPlan?.name ?? planName(pendingTier ?? 'none')),
});

/** The result of going to another plan, by the server's answer instead of the request. */
export function toldOfChange(after: Subscription, wanted: string): PlanNotice {
  if (after.tier === wanted) return after.plan ? welcomeTo(after.plan) : { title: 'Plan changed' };
  if (after.pendingTier) return underWay(namesIn(after).pending);
  if (after.nextTier === wanted)
    return { title: 'Plan changed', description: `${namesIn(after).next} follows with the next period.` };
  return failed;
}

/** The next step of the current plan, by the server's answer. */
export function toldOfStanding(plan: Subscription): PlanNotice {
  const { tier, nextTier, pendingTier } = plan;
  const names = namesIn(plan);
  if (tier === 'none') return { title: 'You have no plan' };
  if (pendingTier) return underWay(names.pending);
  if (nextTier === null) return { title: 'Your plan ends with its period' };
  if (nextTier === tier) return { title: `You keep ${names.own}` };
  return { title: `${names.next} follows with the next period` };
}

/** The next step of the member's own plan, in a sentence; a plan whose payment is owed has a card of its own. */
export function planAhead(plan: Subscription, zone: string, now: Date = new Date()): string {
  const { tier, nextTier, currentPeriodEnd, endsAt, withAccount } = plan;
  if (tier === 'none') return 'You have no plan.';
  const { own: name, next } = namesIn(plan);
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd, zone, now) : 'the end of its period';
  if (endsAt) {
    const kept = withAccount === 'ended' ? `ends on ${until}` : 'goes on';
    return `Your ${name} plan ends with your account${dayWithAccount(plan, zone, now)}. If you keep your account before then, it ${kept}.`;
  }
  if (withAccount === 'ended')
    return `Your ${name} plan ends on ${until}. The hours you have go with your account, which is about to be deleted.`;
  if (withAccount === 'ends')
    return `Your ${name} plan is not renewed on ${until}, since your account is about to be deleted. It goes on if you keep your account before then.`;
  if (withAccount === 'resumes')
    return `Your account stays, and your ${name} plan with it. It renews on ${until} once the card provider has answered us.`;
  if (nextTier === null)
    return `Your ${name} plan ends on ${until}. Nothing more is charged, and the hours you have stay until they expire.`;
  const moves = plan.moves ? ` ${movesText(plan.moves, zone, now)}` : '';
  const price = plan.nextPlan ? ` for ${formatMoney(plan.nextPlan.priceCents)}` : '';
  return nextTier === tier
    ? `Your ${name} plan renews on ${until}${price}.${moves}`
    : `${name} until ${until}, then ${next}${price && `${price} a month`}.`;
}

/** The announced price of the own plan. */
const movesText = ({ at, plan }: NonNullable<Subscription['moves']>, zone: string, now: Date): string =>
  `From ${formatDate(at, zone, now)} it costs ${formatMoney(plan.priceCents)} a month for ${plan.hours === 1 ? '1 hour' : `${plan.hours} hours`}; you can change or end it before then.`;

/** The message for a failed change. */
export function failureOf(error: Error): string {
  if (error instanceof NotApproved)
    return `${error.message} Nothing was charged, and your plan is as it was.`;
  if (error instanceof Unlearnt)
    return 'We could not learn whether your bank approved this. Please try again: nobody is charged twice.';
  if (error instanceof ApiError && error.code === 'payment_incomplete')
    return `${error.text} Nothing was charged, and your plan is as it was.`;
  if (error instanceof ApiError && error.status < 500) return error.text;
  if (error instanceof ApiError) return 'Something went wrong on our side. Please try again.';
  return 'The network did not answer. Please try again: nobody is charged twice.';
}
