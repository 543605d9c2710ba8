import './billing.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { History } from './history.tsx';
import { billingHistoryQuery } from './queries.ts';

/** A person's plan, cards and payments (spec §2, Billing). */
export function Billing({
  user,
  shown,
  owed,
  ahead,
  cards,
}: {
  user: User;
  shown: boolean;
  /** The notice at the top after a failed or disputed payment of the plan. */
  owed: ReactNode;
  /** The next step of a plan: its renewal, change or end. */
  ahead: ReactNode;
  /** The saved cards. */
  cards: ReactNode;
}) {
  const history = useQuery({ ...billingHistoryQuery(), enabled: shown });
  return (
    <div className="billing">
      <div className="stack">
        <CurrentPlan user={user} ahead={ahead} />
        {owed}
        {cards}
      </div>
      <section className="stack" aria-labelledby="billing-history">
        <div className="row spread billing-head">
          <h2 id="billing-history">Billing history</h2>
        </div>
        {history.data ? (
          <History items={history.data} />
        ) : history.error ? (
          <ErrorState error={history.error} onRetry={() => void history.refetch()} />
        ) : (
          <Skeleton cards={2} label="Reading your billing history" />
        )}
      </section>
    </div>
  );
}

function CurrentPlan({ user, ahead }: { user: User; ahead: ReactNode }) {
  const none = user.subscriptionTier === 'none';
  return (
    <section className="stack" aria-labelledby="billing-plan">
      <div className="row spread billing-head">
        <h2 id="billing-plan">Current plan</h2>
        {user.subscriptionTier === 'none' ? (
          <span className="badge">No Subscription</span>
        ) : (
          <PlanBadge tier={user.subscriptionTier} name={user.plan?.name} />
        )}
      </div>
      <Card>
        {none ? (
          <>
            <p className="muted billing-why">
              A plan gives you hours every month and a concierge of your own.
            </p>
            <ButtonLink href={hrefs.profile} size="small" kind="accent">
              See plans
            </ButtonLink>
          </>
        ) : (
          <dl className="facts">
            <div>
              <dt>Monthly hours</dt>
              <dd>{user.monthlyHours}</dd>
            </div>
            <div>
              <dt>Concierge</dt>
              <dd>{user.personalConcierge ?? 'Not assigned yet'}</dd>
            </div>
            {ahead}
          </dl>
        )}
      </Card>
    </section>
  );
}
