import './plans.css';
import { useQuery } from '@tanstack/react-query';
import { callOutline } from 'ionicons/icons';
import { HoursRing } from '../../shared/hours/hours-ring.tsx';
import HoursTerms from '../../shared/hours/hours-terms.tsx';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { planName, plansQuery } from '../../shared/plan-facts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { HoursLeft, useHoursPending } from '../hours/hours-left.tsx';
import { HoursStatement } from '../hours/hours-statement.tsx';
import { subscriptionQuery } from './plan-changes.ts';
import { Plans, type PlansProps } from './plans.tsx';

/** The month's hours, the concierge, and the plans. */
export function Subscription(props: PlansProps) {
  const { user, shown } = props;
  const hasPlan = user.subscriptionTier !== 'none';
  const plan = useQuery({ ...subscriptionQuery(), enabled: shown && hasPlan });
  const hoursPending = useHoursPending(user, shown);
  const offer = useQuery({ ...plansQuery(), enabled: shown });
  const pending = hoursPending || offer.isLoading || (hasPlan && plan.isLoading);
  return (
    <>
      <Card className="row wrap hours-card" aria-label="Your hours">
        <HoursRing user={user} />
        <dl className="facts grow">
          <div>
            <dt>Plan</dt>
            <dd>
              {user.subscriptionTier === 'none' ? (
                <span className="badge">{planName('none')}</span>
              ) : (
                <PlanBadge tier={user.subscriptionTier} name={user.plan?.name} />
              )}
            </dd>
          </div>
          <div>
            <dt>Monthly hours</dt>
            <dd>{user.monthlyHours}</dd>
          </div>
        </dl>
        <HoursTerms user={user} />
      </Card>
      {/* Shown together, because the lower part would move when the upper one arrives. */}
      {pending ? (
        <Skeleton cards={4} height="22rem" label="Loading your plan" />
      ) : (
        <>
          <HoursLeft user={user} shown={shown} />
          <BelowHours {...props} />
        </>
      )}
    </>
  );
}

/** The statement, the concierge, and the plans. */
function BelowHours({ user, shown, requestedTier, onAsked }: PlansProps) {
  return (
    <>
      <HoursStatement shown={shown} />
      {user.conciergeContact && (
        <Card className="row spread" aria-label="Your concierge">
          <div className="concierge-words">
            <h2>{user.personalConcierge ?? 'Your Concierge'}</h2>
            <p className="muted">{user.conciergeContact}</p>
          </div>
          {user.conciergeTel && (
            <ButtonLink
              external
              kind="quiet"
              size="small"
              icon={callOutline}
              href={`tel:${user.conciergeTel}`}
            >
              Call Concierge
            </ButtonLink>
          )}
        </Card>
      )}
      <Plans user={user} shown={shown} requestedTier={requestedTier} onAsked={onAsked} />
    </>
  );
}
