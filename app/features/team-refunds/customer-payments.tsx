import './team-refunds.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { rowsOf } from '../../lib/cache/pages.ts';
import { useZone } from '../../lib/session.ts';
import { formatDate } from '../../lib/time/dates.ts';
import { May } from '../../shared/may.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { More } from '../../ui/lists/more.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ChargeLine } from './charge-line.tsx';
import { paymentsOfQuery } from './queries.ts';
import { useRefundDialog } from './use-refund.tsx';

const openText = { open: 'Open', failed: 'Failed' } as const;

/** A customer's payments and invoices for the team; what was paid can be refunded in part. */
export function CustomerPayments({ userId, shown }: { userId: string; shown: boolean }) {
  const zone = useZone();
  const payments = useInfiniteQuery({ ...paymentsOfQuery(userId), enabled: shown });
  const { onRefund, dialog } = useRefundDialog();
  const { data, error } = payments;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void payments.refetch()} />
    ) : (
      <Skeleton cards={1} label="Reading the payments" />
    );
  const items = rowsOf(data);
  return (
    <Card className="stack" aria-labelledby="customer-payments">
      <h2 id="customer-payments">Payments</h2>
      {items.length === 0 && <p className="muted">Nothing paid yet.</p>}
      <ul className="charges">
        {items.map((item) => (
          <ChargeLine
            key={item.id}
            description={item.description}
            amountCents={item.amount_paid}
            refundedCents={item.amount_refunded}
            refunds={item.refunds ?? []}
            note={formatDate(new Date(item.created * 1000).toISOString(), zone)}
          >
            {item.status === 'open' || item.status === 'failed' ? (
              <span className="badge pending">{openText[item.status]}</span>
            ) : (
              <May do="money.refund">
                <Button size="small" kind="quiet" onClick={() => onRefund(item.id)}>
                  Refund…
                </Button>
              </May>
            )}
          </ChargeLine>
        ))}
      </ul>
      <More list={payments} label="Show earlier" small />
      {dialog}
    </Card>
  );
}
