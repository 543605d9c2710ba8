import type { BillingHistoryItem } from '../../../contract/schemas/payments.ts';
import type { Refund } from '../../../contract/schemas/refunds.ts';
import type { BillingRow } from './billing.repository.ts';

const statuses: Record<BillingRow['status'], BillingHistoryItem['status']> = {
  open: 'open',
  paid: 'paid',
  booked: 'paid',
  refunding: 'paid',
  refunded: 'refunded',
  uncollectible: 'failed',
};

const isGivenBack = ({ amount_cents, refunded_cents }: BillingRow): boolean =>
  refunded_cents > 0 && refunded_cents >= amount_cents;

export function presentBillingItem(row: BillingRow, refunds: Refund[] | undefined): BillingHistoryItem {
  return {
    id: row.id,
    amount_paid: row.amount_cents,
    description: row.description,
    amount_refunded: row.refunded_cents,
    ...(refunds && { refunds }),
    created: Math.floor(Date.parse(row.created_at) / 1000),
    status: isGivenBack(row) ? 'refunded' : statuses[row.status],
    hosted_invoice_url: row.hosted_invoice_url,
  };
}
