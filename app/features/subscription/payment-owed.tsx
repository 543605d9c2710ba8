import './payment-owed.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { userQuery, useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { planName } from '../../shared/plan-facts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useShown } from '../../ui/ionic/use-shown.ts';
import { PayNow } from './pay-now.tsx';
import { bankPollMs, subscriptionQuery, usePlanChange, usePlanChanging } from './plan-changes.ts';
import { PlanDisputed } from './plan-disputed.tsx';
import { WorkOwed } from './work-owed.tsx';

/**
 * A notice for pages without the plan itself: shown if a payment of the plan or of extra work failed, or is
 * disputed.
 */
export function PaymentOwed({ shown }: { shown: boolean }) {
  const { data: plan } = useQuery({ ...subscriptionQuery(), enabled: shown });
  if (!plan) return null;
  return (
    <>
      {plan.status === 'past_due' && <OwedCard plan={plan} />}
      <PlanDisputed plan={plan} />
      <WorkOwed plan={plan} />
    </>
  );
}

/** The failed charge, the time of the next attempt, and a button that pays now. */
export function OwedCard({ plan, cardsHref }: { plan: Subscription; cardsHref?: string }) {
  const zone = useZone();
  const { pay } = usePlanChange();
  const changing = usePlanChanging();
  const client = useQueryClient();
  const shown = useShown();
  const { tier, owed } = plan;
  // The server answered, but the debt is still open: the bank has not decided.
  const underWay = pay.data?.status === 'past_due';
  useEffect(() => {
    if (!underWay || !shown) return;
    const timer = setInterval(() => {
      for (const { queryKey } of [subscriptionQuery(), userQuery()])
        void client.invalidateQueries({ queryKey });
    }, bankPollMs);
    return () => clearInterval(timer);
  }, [underWay, shown, client]);
  if (tier === 'none') return null;
  if (underWay)
    return (
      <Card className="stack" aria-label="Payment under way">
        <h3>Your payment is under way</h3>
        <p role="status">
          Your bank has not confirmed it yet, so please don't pay again. It shows here by itself.
        </p>
        <div className="row wrap">
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              pay.reset();
              void client.invalidateQueries(subscriptionQuery());
            }}
          >
            Check again
          </Button>
        </div>
      </Card>
    );
  return (
    <Card className="stack payment-owed" aria-label="Payment failed">
      <h3>Your last payment failed</h3>
      <p>
        {oneText`${
          owed
            ? oneText`${formatMoney(owed.amountCents)} for your ${plan.plan?.name ?? planName(tier)} plan could not be charged. `
            : ''
        }${
          owed?.nextAttemptAt
            ? `We try again on ${formatDate(owed.nextAttemptAt, zone)}. Until then your hours stay.`
            : 'Please choose another card, then pay.'
        }`}
      </p>
      <PayNow busy={changing} onPay={() => pay.mutate(tier)} cardsHref={cardsHref}>
        {owed ? `Pay ${formatMoney(owed.amountCents)} Now` : 'Pay Now'}
      </PayNow>
    </Card>
  );
}
