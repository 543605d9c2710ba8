import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Subscription, SubscriptionPreview } from '../../../api/contract/schemas/subscription.ts';
import { ApiError, call } from '../../lib/api.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { planName } from '../../shared/plan-facts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { NotApproved } from './plan-change.machine.ts';
import { usePlanChange } from './plan-changes.ts';
import { failureOf, namesIn, toldOfChange } from './plan-words.ts';

interface Props {
  plan: Subscription;
  wanted: string;
  open: boolean;
  onClose: () => void;
}

/**
 * The effects of going to another plan, to the cent and before the tap; then the change. The server charges exactly
 * the shown terms or nothing: terms that have changed meanwhile are shown again and need another tap.
 */
export default function PlanChangeSheet({ plan, wanted, open, onClose }: Props) {
  const { change, preview, read, agree } = useAgreement(plan, wanted, open, onClose);
  return (
    <Sheet open={open} title={oneText`Change to ${planName(wanted)}`} onClose={onClose}>
      {preview.data ? (
        <>
          <Terms plan={plan} terms={preview.data} />
          {change.error && (
            <p role="alert" className="form-notice">
              {failureOf(change.error)}
            </p>
          )}
          <div className="sheet-actions">
            <Button
              kind="accent"
              wide
              busy={change.isPending || preview.isPending}
              onClick={() => agree(preview.data)}
            >
              {change.isPending ? 'Changing…' : labelOf(preview.data)}
            </Button>
            {isDeclined(change.error) && (
              <ButtonLink kind="quiet" wide href={hrefs.billing}>
                Use Another Card
              </ButtonLink>
            )}
            <Button kind="quiet" wide onClick={onClose}>
              {plan.tier === 'none' ? 'Close' : `Stay with ${namesIn(plan).own}`}
            </Button>
          </div>
        </>
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => read(wanted)} />
      ) : (
        <Skeleton cards={1} label="Calculating the price" />
      )}
    </Sheet>
  );
}

/**
 * The terms, read at each opening of the sheet. The change uses exactly these terms; otherwise they are read again.
 */
function useAgreement(plan: Subscription, wanted: string, open: boolean, onClose: () => void) {
  const { change } = usePlanChange();
  const preview = useMutation({
    mutationFn: (tier: string) => call('previewSubscription', { query: { tier } }),
  });
  const { mutate: read, reset } = preview;
  const { reset: forget } = change;
  useEffect(() => {
    if (!open) return;
    forget();
    reset();
    read(wanted);
  }, [open, wanted, read, reset, forget]);

  const agree = (terms: SubscriptionPreview) =>
    change.mutate(
      {
        body: {
          tier: wanted,
          versionId: terms.versionId,
          ...(terms.kind === 'upgrade' && { terms: terms.terms }),
        },
        before: plan.tier,
      },
      {
        onSuccess: (after) => {
          onClose();
          toast(toldOfChange(after, wanted));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'terms_changed') return read(wanted);
          toast({ title: 'Error', description: 'Failed to update subscription', style: 'destructive' });
        },
      },
    );
  return { change, preview, read, agree };
}

/** Whether the card failed, so that another one may be used. */
const isDeclined = (error: Error | null): boolean =>
  error instanceof NotApproved || (error instanceof ApiError && error.code === 'payment_incomplete');

const labelOf = (terms: SubscriptionPreview): string =>
  terms.kind === 'upgrade'
    ? `Pay ${formatMoney(terms.terms.amountCents)} and Upgrade`
    : oneText`Change to ${planName(terms.tier)}`;

function Terms({ plan, terms }: { plan: Subscription; terms: SubscriptionPreview }) {
  const zone = useZone();
  const name = plan.tier === 'none' ? '' : namesIn(plan).own;
  const next = planName(terms.tier);
  if (terms.kind === 'upgrade') {
    const until = formatDate(terms.renewsAt, zone);
    return (
      <div className="stack" aria-live="polite">
        <p className="plan-terms">
          <strong>{oneText`${formatMoney(terms.terms.amountCents)} today`}</strong>
          <br />
          <span>{oneText`${terms.addedHours} more ${terms.addedHours === 1 ? 'hour' : 'hours'} at once`}</span>
        </p>
        <dl className="facts">
          <div>
            <dt>{oneText`${next} until ${until}`}</dt>
            <dd>{formatMoney(terms.chargeCents)}</dd>
          </div>
          <div>
            <dt>{oneText`${name} not used`}</dt>
            <dd>{formatMoney(-terms.creditCents)}</dd>
          </div>
          <div>
            <dt>{oneText`From ${until}`}</dt>
            <dd>{oneText`${formatMoney(terms.renewalCents)} a month`}</dd>
          </div>
        </dl>
        <p className="muted">It is charged to the card that pays your plan.</p>
      </div>
    );
  }
  const from = formatDate(terms.kind === 'downgrade' ? terms.at : terms.renewsAt, zone);
  return (
    <div className="stack" aria-live="polite">
      <p className="plan-terms">
        <strong>Nothing is charged today</strong>
        <br />
        <span>{oneText`${name} until ${from}, then ${next}`}</span>
      </p>
      <p>{oneText`From ${from}: ${terms.monthlyHours} hours for ${formatMoney(terms.renewalCents)} a month. The hours you have stay yours until they expire.`}</p>
    </div>
  );
}
