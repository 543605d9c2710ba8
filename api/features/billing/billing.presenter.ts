import type { BillingHistoryItem } from '../../contract/entities.ts';
import type { BillingRow } from './billing.repository.ts';

const statuses: Record<BillingRow['status'], BillingHistoryItem['status']> = {
  open: 'open',
  paid: 'paid',
  booked: 'paid',
  refunding: 'paid',
  refunded: 'refunded',
  uncollectible: 'failed',
};

export function presentBillingItem(row: BillingRow): BillingHistoryItem {
  return {
    id: row.id,
    amount_paid: row.amount_cents,
    description: row.description,
    created: Math.floor(Date.parse(row.created_at) / 1000),
    status: statuses[row.status],
    hosted_invoice_url: row.hosted_invoice_url,
  };
}
