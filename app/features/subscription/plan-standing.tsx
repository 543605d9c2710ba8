import { type PlanTier, plans, tierLabels } from '../../../api/contract/facts/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { dayWithAccount } from '../../domain/day-with-account.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OwedCard } from './payment-owed.tsx';
import { usePlanChange } from './plan-changes.ts';

const monthly = (tier: PlanTier) => `${formatMoney(plans[tier].priceCents)} a month`;

/** The state of the plan, its next step, and the possible actions. */
export function PlanStanding({
  plan,
  busy,
  onKeep,
  onCancel,
}: {
  plan: Subscription;
  busy: boolean;
  /** Called to keep the current plan. */
  onKeep: () => void;
  onCancel: () => void;
}) {
  const zone = useZone();
  const online = useOnline();
  const { tier, nextTier, pendingTier, currentPeriodEnd, endsAt } = plan;
  if (tier === 'none') return null;
  const name = tierLabels[tier];
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd, zone) : 'the end of its period';
  if (plan.status === 'past_due') return <OwedCard plan={plan} cardsHref={hrefs.billing} />;
  const resumes = plan.withAccount === 'resumes';
  const wasEnded = plan.withAccount === 'ended';
  const endsWithAccount = wasEnded || plan.withAccount === 'ends' || endsAt !== undefined;
  const ends = nextTier === null && !resumes;
  const changes = nextTier !== null && nextTier !== tier;
  return (
    <Card className="stack plan-standing" aria-label="Your plan">
      <p>
        {endsAt
          ? `Your ${name} plan ends with your account${dayWithAccount(plan, zone)}. If you keep your account before then, ${wasEnded ? `it ends on ${until}` : 'it goes on'}.`
          : wasEnded
            ? `Your ${name} plan ends on ${until}. The hours you have go with your account, which is about to be deleted.`
            : endsWithAccount
              ? `Your ${name} plan is not renewed on ${until}, since your account is about to be deleted. It goes on if you keep your account before then.`
              : resumes
                ? `Your account stays, and your ${name} plan with it. It renews on ${until} once the card provider has answered us.`
                : ends
                  ? `Your ${name} plan ends on ${until}. Nothing more is charged, and the hours you have stay until they expire.`
                  : changes
                    ? `${name} until ${until}, then ${tierLabels[nextTier]} for ${monthly(nextTier)}.`
                    : `Your ${name} plan renews on ${until} for ${formatMoney(plans[tier].priceCents)}.`}
      </p>
      {pendingTier && (
        <p role="status">
          The change to {tierLabels[pendingTier]} waits for your bank. Nothing has been charged for it yet.
        </p>
      )}
      {(pendingTier || !endsWithAccount) && (
        <div className="row wrap">
          {pendingTier && <ConfirmButton before={tier} />}
          {((ends && !endsWithAccount) || changes || pendingTier) && (
            <Button size="small" busy={busy} off={!online} onClick={onKeep}>
              {`Keep ${name}`}
            </Button>
          )}
          {!ends && (
            <Button size="small" kind="plain" busy={busy} off={!online} onClick={onCancel}>
              Cancel Plan
            </Button>
          )}
        </div>
      )}
      {!online && <p className="muted">Your plan can be changed when the network is back.</p>}
    </Card>
  );
}

/** Continues with the bank's question after the page was closed or reloaded, or on another device. */
function ConfirmButton({ before }: { before: PlanTier }) {
  const online = useOnline();
  const { pay } = usePlanChange();
  return (
    <Button size="small" kind="accent" busy={pay.isPending} off={!online} onClick={() => pay.mutate(before)}>
      Confirm with Your Bank
    </Button>
  );
}
