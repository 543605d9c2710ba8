import './subscription.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { checkmarkOutline } from 'ionicons/icons';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import type { PlanOnSale } from '../../../api/contract/schemas/plans.ts';
import { ApiError, call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { userQuery } from '../../lib/session.ts';
import { PaymentForm } from '../../payments/payment-form.tsx';
import { planName, plansQuery } from '../../shared/plan-facts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { dueText } from './due-text.ts';
import type { HandedOver } from './plan-handover.ts';
import { planFor } from './wanted.ts';

interface Props {
  /** The plan that the address names; `null` if it names none. */
  tier: string | null;
  user: User;
  details: HandedOver;
  /** Called when the first month is paid. */
  onPaid: (by: 'card' | 'credit') => void;
}

/** Starts a plan: its description, the booking that led here, the card (spec §2, Subscribe). */
export function Subscribe({ tier, user, details, onPaid }: Props) {
  const offer = useQuery({ ...plansQuery(), enabled: user.subscriptionTier === 'none' });
  if (user.subscriptionTier !== 'none') {
    return (
      <EmptyState
        drawing="house"
        title={oneText`You have the ${user.plan?.name ?? planName(user.subscriptionTier)} Plan`}
        text={`Your plan is active, so there is nothing to pay here. ${user.remainingHours.toFixed(1)} hours are left to book.`}
        action={
          <ButtonLink href={hrefs.services} size="small">
            Book Service
          </ButtonLink>
        }
      />
    );
  }
  if (!offer.data) {
    if (offer.error) return <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />;
    return <Skeleton cards={2} label="Loading the plan" />;
  }
  const plan = planFor(tier, offer.data.plans);
  if (!plan) {
    // A plan may have been published since the stored answer.
    if (offer.isFetching) return <Skeleton cards={2} label="Loading the plan" />;
    return (
      <EmptyState
        drawing="search"
        title="We don't have that plan"
        text="It may have been renamed, or is not sold any more. Choose one of our plans; nothing has been charged."
        action={
          <ButtonLink href={hrefs.profile} size="small">
            See plans
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="subscribe">
      <div className="stack">
        <PlanSummary plan={plan} />
        <BookingSummary details={details} />
      </div>
      <Card aria-labelledby="subscribe-payment">
        <h2 id="subscribe-payment">Payment</h2>
        <PlanPayment key={plan.versionId} plan={plan} onPaid={onPaid} />
      </Card>
    </div>
  );
}

/** One key per plan and visit, so that all requests of the page belong to the same attempt. */
const newAttempt = () => crypto.randomUUID();

function PlanPayment({ plan, onPaid }: Pick<Props, 'onPaid'> & { plan: PlanOnSale }) {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(newAttempt);
  /** The server's words about a credit that would pay; `null` before, and without any. */
  const [credit, setCredit] = useState<string | null>(null);
  const { id: tier, versionId, hours, concierge, priceCents } = plan;
  const start = useMutation({
    mutationFn: ({ idempotencyKey, byCredit = false }: { idempotencyKey: string; byCredit?: boolean }) =>
      call('createSubscription', {
        body: {
          tier,
          versionId,
          hours,
          concierge,
          priceAmount: priceCents / 100,
          ...(byCredit && { byCredit }),
        },
        idempotencyKey,
      }),
    onSuccess: ({ clientSecret }) => {
      // A credit at the card provider has paid; the plan runs.
      if (clientSecret === null) onPaid('credit');
    },
    onError: (error) => {
      // Another tab or device was quicker; the page says so once it has read the plan.
      if (error instanceof ApiError && error.code === 'plan_exists') {
        void client.invalidateQueries(userQuery());
        return;
      }
      if (error instanceof ApiError && error.code === 'terms_changed')
        // A newer version takes this one's place, and another payment is prepared for it.
        void client.invalidateQueries(plansQuery());
      if (error instanceof ApiError && error.code === 'credit_pays') {
        setCredit(error.text);
        return;
      }
      toast({ title: 'Error', description: 'Failed to initialize subscription', style: 'destructive' });
    },
  });

  const { mutate } = start;
  const begun = useRef('');
  useEffect(() => {
    if (begun.current === attempt) return;
    begun.current = attempt;
    mutate({ idempotencyKey: attempt });
  }, [attempt, mutate]);

  if (start.data?.clientSecret) {
    return (
      <>
        <PaidByCard cents={priceCents} dueCents={start.data.dueCents} />
        <PaymentForm
          clientSecret={start.data.clientSecret}
          submitLabel="Subscribe"
          returnPath={`${hrefs.bookings}?subscription=success`}
          failure="Failed to initialize subscription"
          follows="Your plan starts by itself once it is through."
          onSucceeded={() => onPaid('card')}
          onUnusable={() => setAttempt(newAttempt())}
        />
      </>
    );
  }
  if (credit) {
    return (
      <div className="stack">
        <p>{credit}</p>
        <p className="muted">
          Nothing is charged today. The next months are charged to your card; please save one under Billing
          before then.
        </p>
        <Button
          kind="accent"
          wide
          busy={start.isPending}
          onClick={() => mutate({ idempotencyKey: attempt, byCredit: true })}
        >
          Start Plan
        </Button>
      </div>
    );
  }
  if (start.error) {
    const again = () => {
      const used = start.error instanceof ApiError && start.error.status === 409;
      if (used) setAttempt(newAttempt());
      else mutate({ idempotencyKey: attempt });
    };
    return <ErrorState error={start.error} onRetry={again} />;
  }
  return (
    <>
      <PaidByCard cents={priceCents} />
      <Skeleton cards={1} label="Preparing your plan" />
    </>
  );
}

/** @param dueCents the sum to pay today, less than the price if a credit pays a part; left out until it is known */
const PaidByCard = ({ cents, dueCents = cents }: { cents: number; dueCents?: number | undefined }) => (
  <p className="muted">{dueText(cents, dueCents)}</p>
);

function PlanSummary({ plan }: { plan: PlanOnSale }) {
  return (
    <Card aria-labelledby="subscribe-plan">
      <div className="row spread">
        <h2 id="subscribe-plan">{oneText`${plan.name} Plan`}</h2>
        {plan.popular && <span className="badge">Most Popular</span>}
      </div>
      <p className="plan-price">
        <Money cents={plan.priceCents} /> <span className="muted">a month</span>
      </p>
      <p>{oneText`${plan.hours} hours a month · ${plan.concierge}`}</p>
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon src={checkmarkOutline} size={18} />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
