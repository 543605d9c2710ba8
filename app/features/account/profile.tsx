import './account.css';
import { logOutOutline } from 'ionicons/icons';
import { useState } from 'react';
import type { User } from '../../../api/contract/entities.ts';
import { type Plan, plans } from '../../../api/contract/plans.ts';
import { formatMoney } from '../../lib/money.ts';
import { signOut } from '../../pwa/sign-out.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HoursRing } from '../../ui/hours-ring.tsx';
import { telHref } from '../../ui/phone.ts';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const tabs = [
  { value: 'subscription', label: 'Subscription' },
  { value: 'profile', label: 'Profile' },
] as const;
type Tab = (typeof tabs)[number]['value'];

export function Profile({ user }: { user: User }) {
  const [tab, setTab] = useState<Tab>('subscription');
  return (
    <>
      <Tabs label="Profile" value={tab} onChange={setTab} items={tabs} panelId="profile-panel" />
      <div
        id="profile-panel"
        role="tabpanel"
        aria-label={tab === 'subscription' ? 'Subscription' : 'Profile'}
        className="stack"
      >
        {tab === 'subscription' ? <Subscription user={user} /> : <Identity user={user} />}
      </div>
      <Button kind="quiet" icon={logOutOutline} onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  );
}

function Subscription({ user }: { user: User }) {
  return (
    <>
      <Card className="row">
        <HoursRing used={Number(user.usedHours)} monthly={user.monthlyHours} />
        <dl className="facts grow">
          <div>
            <dt>Plan</dt>
            <dd>
              {user.subscriptionTier === 'none' ? (
                'No Subscription'
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
            <dt>Used hours</dt>
            <dd>{user.usedHours}</dd>
          </div>
          <div>
            <dt>Remaining hours</dt>
            <dd>{user.remainingHours.toFixed(1)}</dd>
          </div>
          {user.conciergeContact && (
            <div>
              <dt>{user.personalConcierge ?? 'Concierge'}</dt>
              <dd>
                <a href={telHref(user.conciergeContact)}>{user.conciergeContact}</a>
              </dd>
            </div>
          )}
        </dl>
      </Card>
      <h2>Plans</h2>
      <div className="plans">
        {Object.values(plans).map((plan) => (
          <PlanCard key={plan.id} plan={plan} current={user.subscriptionTier} />
        ))}
      </div>
    </>
  );
}

function PlanCard({ plan, current }: { plan: Plan; current: User['subscriptionTier'] }) {
  return (
    <Card className={plan.premium ? 'plan premium' : 'plan'} aria-label={`${plan.name} plan`}>
      <div className="row spread">
        <h3>{plan.name}</h3>
        {plan.popular && <span className="badge">Most Popular</span>}
      </div>
      <p>
        <span className="money">{formatMoney(plan.priceCents)}</span> <span className="muted">a month</span>
      </p>
      <p className="muted">
        {plan.hours} hours · {plan.concierge}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {current === plan.id && <span className="badge">Your plan</span>}
      {current === 'none' && (
        <ButtonLink href={hrefs.subscribe(plan.id)} size="small" kind={plan.popular ? 'accent' : 'quiet'}>
          {`Choose ${plan.name}`}
        </ButtonLink>
      )}
    </Card>
  );
}

function Identity({ user }: { user: User }) {
  return (
    <Card>
      <dl className="facts">
        <div>
          <dt>First name</dt>
          <dd>{user.firstName || '–'}</dd>
        </div>
        <div>
          <dt>Last name</dt>
          <dd>{user.lastName || '–'}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
        </div>
      </dl>
      <p className="muted">Managed by your sign-in provider.</p>
    </Card>
  );
}
