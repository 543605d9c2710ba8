import { callOutline, checkmarkOutline, mailOutline } from 'ionicons/icons';
import type { User } from '../../../api/contract/entities.ts';
import { type Plan, plans, tierLabels } from '../../../api/contract/plans.ts';
import { formatMoney } from '../../lib/money.ts';
import { useConfig } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HoursRing } from '../../ui/hours-ring.tsx';
import { Icon } from '../../ui/icon.tsx';
import { telHref } from '../../ui/phone.ts';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HoursLeft, useHoursPending } from './hours-left.tsx';
import { HoursStatement } from './hours-statement.tsx';

/** The month's hours, the concierge, and the four plans (spec §9). */
export function Subscription({ user, shown }: { user: User; shown: boolean }) {
  const pending = useHoursPending(user, shown);
  return (
    <>
      <Card className="row hours-card" aria-label="Your hours">
        <HoursRing used={Number(user.usedHours)} monthly={user.monthlyHours} held={user.heldHours} />
        <dl className="facts grow">
          <div>
            <dt>Plan</dt>
            <dd>
              {user.subscriptionTier === 'none' ? (
                tierLabels.none
              ) : (
                <PlanBadge tier={user.subscriptionTier} />
              )}
            </dd>
          </div>
          <div>
            <dt>Monthly hours</dt>
            <dd>{user.monthlyHours}</dd>
          </div>
          <div>
            <dt>
              <span className="legend" />
              Used hours
            </dt>
            <dd>{user.usedHours}</dd>
          </div>
          {user.heldHours > 0 && (
            <div>
              <dt>
                <span className="legend held" />
                Held hours
              </dt>
              <dd>{user.heldHours}</dd>
            </div>
          )}
          <div>
            <dt>Remaining hours</dt>
            <dd>{user.remainingHours.toFixed(1)}</dd>
          </div>
        </dl>
      </Card>
      <HoursLeft user={user} shown={shown} />
      {/* What stands below would move when they come. */}
      {pending ? (
        <Skeleton cards={4} height="22rem" label="Loading the plans" />
      ) : (
        <BelowHours user={user} shown={shown} />
      )}
    </>
  );
}

/** The statement, the concierge, and the four plans. */
function BelowHours({ user, shown }: { user: User; shown: boolean }) {
  const all = Object.values(plans);
  return (
    <>
      <HoursStatement shown={shown} />
      {user.conciergeContact && (
        <Card className="row spread" aria-label="Your concierge">
          <div>
            <h2>{user.personalConcierge ?? 'Your Concierge'}</h2>
            <p className="muted">{user.conciergeContact}</p>
          </div>
          <ButtonLink
            external
            kind="quiet"
            size="small"
            icon={callOutline}
            href={telHref(user.conciergeContact)}
          >
            Call Concierge
          </ButtonLink>
        </Card>
      )}
      <h2 className="section-title">{user.subscriptionTier === 'none' ? 'Choose a plan' : 'Plans'}</h2>
      {user.subscriptionTier !== 'none' && <ChangePlan user={user} />}
      <ul className="plans">
        {all.map((plan, at) => (
          <PlanCard key={plan.id} plan={plan} below={all[at - 1]} current={user.subscriptionTier} />
        ))}
      </ul>
    </>
  );
}

/** What is possible for someone who has a plan: to ask. */
function ChangePlan({ user }: { user: User }) {
  const config = useConfig();
  const phone = user.conciergeContact ?? config?.supportPhone;
  return (
    <Card className="stack" aria-label="Change your plan">
      <p>
        You are on the {tierLabels[user.subscriptionTier]} plan. It cannot be changed here yet; call or write
        to us, and we will see to it.
      </p>
      <div className="row wrap">
        {phone && (
          <ButtonLink external kind="quiet" size="small" icon={callOutline} href={telHref(phone)}>
            Call us
          </ButtonLink>
        )}
        {config && (
          <ButtonLink
            external
            kind="quiet"
            size="small"
            icon={mailOutline}
            href={`mailto:${config.supportEmail}?subject=${encodeURIComponent('Changing my plan')}`}
          >
            Write to us
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

/** @param below the plan whose features this one adds to */
function PlanCard({
  plan,
  below,
  current,
}: {
  plan: Plan;
  below: Plan | undefined;
  current: User['subscriptionTier'];
}) {
  const isCurrent = current === plan.id;
  const added = plan.features.filter((feature) => !below?.features.includes(feature));
  const look = `card plan${plan.premium ? ' premium' : ''}${plan.popular ? ' popular' : ''}`;
  return (
    <li className={look} aria-label={`${plan.name} plan`} aria-current={isCurrent || undefined}>
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
      <p className="muted">
        {plan.hours} hours a month · {plan.concierge}
      </p>
      {below && <p className="adds">Everything in {below.name}, and</p>}
      <ul className="features">
        {added.map((feature) => (
          <li key={feature}>
            <Icon src={checkmarkOutline} />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {current === 'none' && (
        <ButtonLink href={hrefs.subscribe(plan.id)} size="small" kind={plan.popular ? 'accent' : 'quiet'}>
          {`Choose ${plan.name}`}
        </ButtonLink>
      )}
    </li>
  );
}
