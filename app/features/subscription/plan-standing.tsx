import type { PlanTier } from '../../../api/contract/rules/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OwedCard } from './payment-owed.tsx';
import { usePlanChange } from './plan-changes.ts';
import { namesIn, planAhead } from './plan-words.ts';

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
  const { tier, nextTier, pendingTier, withAccount, endsAt } = plan;
  if (tier === 'none') return null;
  if (plan.status === 'past_due') return <OwedCard plan={plan} cardsHref={hrefs.billing} />;
  const endsWithAccount = withAccount === 'ended' || withAccount === 'ends' || endsAt !== undefined;
  const ends = nextTier === null && withAccount !== 'resumes';
  const changes = nextTier !== null && nextTier !== tier;
  return (
    <Card className="stack plan-standing" aria-label="Your plan">
      <p>{planAhead(plan, zone)}</p>
      {pendingTier && (
        <p role="status">{oneText`The change to ${namesIn(plan).pending} waits for your bank. Nothing has been charged for it yet.`}</p>
      )}
      {(pendingTier || !endsWithAccount) && (
        <div className="row wrap">
          {pendingTier && <ConfirmButton before={tier} />}
          {((ends && !endsWithAccount) || changes || pendingTier) && (
            <Button size="small" busy={busy} off={!online} onClick={onKeep}>
              {`Keep ${namesIn(plan).own}`}
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
