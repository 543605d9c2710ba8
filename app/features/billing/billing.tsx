import './billing.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/contract/calls.ts';
import type { BillingHistoryItem, User } from '../../../api/contract/entities.ts';
import { keyOf } from '../../lib/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { useZone } from '../../lib/session.ts';
import { hrefs } from '../../routes/hrefs.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export const billingHistoryQuery = () =>
  queryOptions<Answer<'listBillingHistory'>>({ queryKey: keyOf('listBillingHistory') });

const statusLabels: Record<BillingHistoryItem['status'], string> = {
  paid: 'Paid',
  open: 'Open',
  refunded: 'Refunded',
  failed: 'Failed',
};

export function Billing({ user, shown }: { user: User; shown: boolean }) {
  const history = useQuery({ ...billingHistoryQuery(), enabled: shown });
  return (
    <>
      <Card aria-labelledby="billing-plan">
        <div className="row spread">
          <h2 id="billing-plan">Current plan</h2>
          {user.subscriptionTier === 'none' ? (
            <span className="badge">No Subscription</span>
          ) : (
            <PlanBadge tier={user.subscriptionTier} />
          )}
        </div>
        <p className="muted">
          {user.subscriptionTier === 'none'
            ? 'A plan gives you hours every month and a concierge of your own.'
            : `${user.monthlyHours} hours a month · ${user.personalConcierge ?? ''}`}
        </p>
        {user.subscriptionTier === 'none' && (
          <ButtonLink href={hrefs.profile} size="small" kind="accent">
            See plans
          </ButtonLink>
        )}
      </Card>
      <h2>Billing history</h2>
      {history.data ? (
        <History items={history.data} />
      ) : history.error ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Skeleton cards={2} label="Reading your billing history" />
      )}
    </>
  );
}

function History({ items }: { items: BillingHistoryItem[] }) {
  const zone = useZone();
  if (!items.length)
    return (
      <EmptyState drawing="receipt" title="Nothing paid yet" text="Invoices and card payments appear here." />
    );
  return (
    <Card className="history">
      <ul>
        {items.map((item) => (
          <li key={item.id} className="row spread">
            <span className="grow">
              <strong>{item.description}</strong>
              <span className="muted">
                {formatDay(new Date(item.created * 1000).toISOString(), zone)} · {statusLabels[item.status]}
              </span>
              {item.hosted_invoice_url && <a href={item.hosted_invoice_url}>Invoice</a>}
            </span>
            <Money cents={item.amount_paid} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
