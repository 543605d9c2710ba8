import type { BillingHistoryItem } from '../../../api/contract/schemas/payments.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDay, formatExact } from '../../lib/time/dates.ts';
import { labelOf } from '../../shared/label-of.ts';
import { Refunded } from '../../shared/refunds/refunded.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

type Status = BillingHistoryItem['status'];
const labels: Record<Status, string> = { paid: 'Paid', open: 'Open', refunded: 'Refunded', failed: 'Failed' };
const badges: Record<Status, string> = {
  paid: 'completed',
  open: 'pending',
  refunded: 'scheduled',
  failed: 'cancelled',
};

/** An invoice that was paid although nothing was charged: a credit at the card provider, or a discount, covered it. */
const isChargeFree = ({ status, amount_paid }: BillingHistoryItem): boolean =>
  status === 'paid' && amount_paid === 0;

/** Payments, the newest first: amounts are cents, dates Unix seconds (spec §3, §9). */
export function History({ items }: { items: BillingHistoryItem[] }) {
  const zone = useZone();
  if (!items.length)
    return (
      <EmptyState drawing="receipt" title="Nothing paid yet" text="Invoices and card payments appear here." />
    );
  return (
    <Card className="billing-list">
      <ul>
        {items.map((item) => {
          const at = new Date(item.created * 1000).toISOString();
          const day = formatDay(at, zone);
          return (
            <li key={item.id}>
              <div className="grow">
                <h3>{item.description}</h3>
                <p className="muted">
                  <time dateTime={at} title={formatExact(at, zone)}>
                    {day}
                  </time>
                </p>
                {(item.status === 'paid' || item.refunds) && (
                  <Refunded
                    amountCents={item.amount_paid}
                    refundedCents={item.amount_refunded}
                    refunds={item.refunds ?? []}
                  />
                )}
                {item.hosted_invoice_url && (
                  <a
                    className="billing-invoice"
                    href={item.hosted_invoice_url}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    Invoice
                    <span className="visually-hidden">
                      {' '}
                      <span>{oneText`for ${item.description}, ${day} (opens in a new tab)`}</span>
                    </span>
                  </a>
                )}
              </div>
              <div className="billing-amount">
                {isChargeFree(item) ? (
                  <span>Paid by credit or discount</span>
                ) : (
                  <Money cents={item.amount_paid} />
                )}
                <span className={`badge ${badges[item.status]}`}>{labelOf(labels, item.status)}</span>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
