import { useQuery, useQueryClient } from '@tanstack/react-query';
import { checkmarkOutline } from 'ionicons/icons';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Body } from '../../../api/contract/calls/calls.ts';
import { planWithin } from '../../../api/contract/rules/plan-terms.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { userQuery, useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { hasHours } from '../../shared/hours/hours.ts';
import { planName, plansQuery } from '../../shared/plan-facts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { closed } from '../../ui/dialogs/closed.ts';
import { confirmFirst } from '../../ui/dialogs/confirm.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { hoursQuery } from '../hours/queries.ts';
import { bankPollMs, subscriptionQuery, usePlanChange, usePlanChanging } from './plan-changes.ts';
import { PlanDisputed } from './plan-disputed.tsx';
import { PlanStanding } from './plan-standing.tsx';
import { failureOf, toldOfStanding } from './plan-words.ts';
import { type ShownPlan, shownPlans } from './shown-plans.ts';
import { WorkOwed } from './work-owed.tsx';

const nothing = { plans: [], retired: [] };
const PlanChangeSheet = lazy(() => import('./plan-change-sheet.tsx'));

export interface PlansProps {
  user: User;
  shown: boolean;
  /** The plan that another page asks to change to. */
  requestedTier: string | null;
  /** Called once that change has been opened, or cannot be. */
  onAsked: () => void;
}

/** The plans on sale, to start one or to change to another; a member's own one as they pay it. */
export function Plans({ user, shown, requestedTier, onAsked }: PlansProps) {
  const has = user.subscriptionTier !== 'none';
  const online = useOnline();
  const { plan, error, reread, isSaidAbove } = useRunningPlan(user, shown);
  const { keep, cancel } = useStandingChange(plan);
  const changing = usePlanChanging();
  const [sheet, setSheet] = useState<{ wanted: string; open: boolean }>();
  // The surrounding component reads the plans on sale, too.
  const offer = useQuery({ ...plansQuery(), enabled: shown, retryOnMount: false });
  const all = offer.data?.plans ?? [];
  // A planned change must be taken back before another can be chosen.
  const mayChange = online && plan?.status === 'active' && plan.nextTier === plan.tier && !changing;
  // While a change waits for its bank, only that change can be continued.
  const mayChangeTo = (tier: string) => mayChange && (plan.pendingTier ?? tier) === tier;

  const title = useRef<HTMLHeadingElement>(null);
  const open = useEffectEvent((tier: string) => {
    title.current?.scrollIntoView({ block: 'start' });
    const isSold = all.some(({ id }) => id === tier);
    if (isSold && tier !== user.subscriptionTier && mayChangeTo(tier)) setSheet({ wanted: tier, open: true });
    onAsked();
  });
  const isKnown = (plan !== undefined || !has) && offer.data !== undefined;
  useEffect(() => {
    if (shown && requestedTier && isKnown) open(requestedTier);
  }, [shown, requestedTier, isKnown]);

  return (
    <>
      <h2 ref={title} className="section-title">
        {has ? 'Your plan' : 'Choose a plan'}
      </h2>
      {has && !plan && error && <ErrorState error={error} onRetry={reread} />}
      {plan && <PlanDisputed plan={plan} />}
      {plan && <WorkOwed plan={plan} cardsHref={hrefs.billing} />}
      {has && plan && (
        <PlanStanding plan={plan} busy={changing} onKeep={keep} onCancel={() => void cancel()} />
      )}
      {!offer.data && offer.error && !isSaidAbove && (
        <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
      )}
      <ul className="plans">
        {shownPlans(offer.data ?? nothing, user.subscriptionTier, plan).map((one, at, plans) => (
          <PlanCard
            key={one.id}
            plan={one}
            below={planWithin(plans[at - 1], one)}
            current={user.subscriptionTier}
            onChoose={mayChangeTo(one.id) ? (wanted) => setSheet({ wanted, open: true }) : undefined}
          />
        ))}
      </ul>
      {sheet && plan && (
        <Suspense>
          <PlanChangeSheet
            plan={plan}
            wanted={sheet.wanted}
            open={sheet.open}
            onClose={() => setSheet(closed(sheet))}
          />
        </Suspense>
      )}
    </>
  );
}

/** The current plan, read again while its bank has not decided; the person is read again after the change. */
function useRunningPlan(user: User, shown: boolean) {
  const has = user.subscriptionTier !== 'none';
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    ...subscriptionQuery(),
    enabled: shown && (has || user.paymentFailed),
    // The surrounding component reads the plan, and waits for it: another read here after a failure would never end.
    retryOnMount: false,
    refetchInterval: ({ state }) => (state.data?.pendingTier ? bankPollMs : false),
  });
  // The error of the hours above stands for all that could not be read, and its button reads all of it again.
  const hours = useQuery({ ...hoursQuery(), enabled: false });
  const isSaidAbove = hasHours(user) && !hours.data && hours.error !== null;
  const client = useQueryClient();
  // Whether the bank approved a change while the page was open.
  const isNews = shown && has && plan !== undefined && plan.tier !== user.subscriptionTier;
  useEffect(() => {
    if (isNews) void client.invalidateQueries(userQuery());
  }, [isNews, client]);
  return { plan, error: isSaidAbove ? null : error, reread: () => void refetch(), isSaidAbove };
}

/** Sets the next step of the current plan: renewal, or its end. */
function useStandingChange(plan: Subscription | undefined) {
  const { change } = usePlanChange();
  const zone = useZone();
  const changeTo = (body: Body<'changeSubscription'>) => {
    if (!plan) return;
    change.mutate(
      { body, before: plan.tier },
      {
        onSuccess: (after) => toast(toldOfStanding(after)),
        onError: (error) =>
          toast({
            title: 'Failed to update subscription',
            description: failureOf(error),
            style: 'destructive',
          }),
      },
    );
  };
  const keep = () => {
    if (plan && plan.tier !== 'none') changeTo({ tier: plan.tier });
  };
  const cancel = async () => {
    if (!plan || plan.tier === 'none') return;
    const until = plan.currentPeriodEnd ? formatDate(plan.currentPeriodEnd, zone) : 'the end of its period';
    const sure = await confirmFirst({
      title: 'Cancel your plan?',
      text: oneText`${plan.plan?.name ?? planName(plan.tier)} goes on until ${until} and then ends; nothing more is charged. Hours you have stay until they expire.`,
      yes: 'Cancel Plan',
      danger: true,
      no: oneText`Keep ${plan.plan?.name ?? planName(plan.tier)}`,
    });
    if (sure) changeTo({ cancelAtPeriodEnd: true });
  };
  return { keep, cancel };
}

/** @param below the plan whose features are all in this one */
function PlanCard({
  plan,
  below,
  current,
  onChoose,
}: {
  plan: ShownPlan;
  below: ShownPlan | null;
  current: User['subscriptionTier'];
  /** Undefined if the plan cannot be chosen now. */
  onChoose: ((tier: string) => void) | undefined;
}) {
  const isCurrent = current === plan.id;
  const added = plan.features.filter((feature) => !below?.features.includes(feature));
  const look = `card plan${plan.premium ? ' premium' : ''}${plan.popular ? ' popular' : ''}`;
  return (
    <li className={look} aria-label={oneText`${plan.name} plan`} aria-current={isCurrent || undefined}>
      <div className="row spread">
        <h3>{plan.name}</h3>
        <span className="row">
          {plan.popular && <span className="badge popular">Most Popular</span>}
          {isCurrent && <span className="badge">Current plan</span>}
        </span>
      </div>
      <p>
        <span className="money">{formatMoney(plan.priceCents)}</span> <span className="muted">a month</span>
      </p>
      <p className="muted">{oneText`${plan.hours} hours a month · ${plan.concierge}`}</p>
      {below && <p className="adds">{oneText`Everything in ${below.name}, and`}</p>}
      <ul className="features">
        {added.map((feature) => (
          <li key={feature}>
            <Icon src={checkmarkOutline} />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {current !== 'none' && !isCurrent && onChoose && (
        <Button size="small" kind={plan.popular ? 'accent' : 'quiet'} onClick={() => onChoose(plan.id)}>
          {plan.isLarger ? oneText`Upgrade to ${plan.name}` : oneText`Change to ${plan.name}`}
        </Button>
      )}
      {current === 'none' && (
        <ButtonLink href={hrefs.subscribe(plan.id)} size="small" kind={plan.popular ? 'accent' : 'quiet'}>
          {oneText`Choose ${plan.name}`}
        </ButtonLink>
      )}
    </li>
  );
}
