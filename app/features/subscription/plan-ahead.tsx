import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { planName } from '../../shared/plan-facts.ts';
import { subscriptionQuery } from './plan-changes.ts';

/**
 * The next charge and its date, or the end of the plan: a line of facts, whose space is reserved until it is read.
 */
export function PlanAhead({ shown }: { shown: boolean }) {
  const { data: plan } = useQuery({ ...subscriptionQuery(), enabled: shown });
  const zone = useZone();
  const at = plan?.currentPeriodEnd && formatDate(plan.currentPeriodEnd, zone);
  if (plan?.status === 'past_due') return null;
  if (!plan || plan.tier === 'none' || !at || plan.withAccount === 'resumes')
    return (
      <div>
        <dt>Next payment</dt>
        <dd>–</dd>
      </div>
    );
  if (!plan.nextTier || plan.endsAt)
    return (
      <div>
        <dt>Ends</dt>
        <dd>
          {plan.endsAt
            ? dayOfAccount(plan.endsAt, plan.nextTier ? 'With your account' : `By ${at}`, zone)
            : at}
        </dd>
      </div>
    );
  const next =
    plan.nextTier === plan.tier ? '' : oneText`, then ${plan.nextPlan?.name ?? planName(plan.nextTier)}`;
  return (
    <div>
      <dt>Next payment</dt>
      <dd>
        {plan.nextPlan && <span>{formatMoney(plan.nextPlan.priceCents)}</span>}{' '}
        <span className="together">{oneText`on ${at}`}</span>
        <span>{next}</span>
      </dd>
    </div>
  );
}

/** The day of the account's deletion, or other words if the deletion waits after its day. */
const dayOfAccount = (endsAt: string, overdue: string, zone: string): string =>
  Date.parse(endsAt) > Date.now() ? formatDate(endsAt, zone) : overdue;
