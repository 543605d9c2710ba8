import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { InvoiceTable } from '../../features/records/billing/billing.table.ts';

type Given = Pick<InvoiceTable, 'user_id' | 'subscription_id'> & Partial<InvoiceTable>;

/** The row of a plan's paid invoice: the Standard plan's of October, unless given. */
export const invoiceRow = (given: Given): InvoiceTable => ({
  id: given.id ?? `in_${randomUUID().replaceAll('-', '')}`,
  amount_paid_cents: 140_099,
  amount_due_cents: 140_099,
  refunded_cents: 0,
  refund_state: null,
  refund_trouble: null,
  refund_tries: 0,
  refund_by_hand: 0,
  by_hand_cents: null,
  hours_kept_cents: 0,
  next_attempt_at: null,
  currency: 'aud',
  description: 'Standard Plan – 12 hours',
  status: 'paid',
  billing_reason: 'subscription_cycle',
  hosted_invoice_url: null,
  period_start: '2026-10-01T00:00:00.000Z',
  period_end: '2026-11-01T00:00:00.000Z',
  created_at: '2026-10-01T00:00:00.000Z',
  paid_at: '2026-10-01T00:00:00.000Z',
  ...given,
});

export async function anInvoice(db: Db, given: Given): Promise<InvoiceTable> {
  const row = invoiceRow(given);
  await db.insertInto('invoices').values(row).execute();
  return row;
}
