import type { BillingHistoryItem } from '../../contract/entities.ts';
import type { Db, Tx } from '../../db/database.ts';
import { pageOf, readCursor } from '../../db/keyset.ts';
import type { Person } from '../../http/handlers.ts';
import type { PlanInvoice } from '../../providers/payments/payments.ts';
import { presentBillingItem } from './billing.presenter.ts';
import { selectBillingHistory, upsertInvoice } from './billing.repository.ts';

const pageLength = 100;

/** What a person paid, out of our own mirror: it never waits for the provider. */
export async function listBillingHistory(
  db: Db,
  person: Person,
  asked: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ items: BillingHistoryItem[]; next: string | null }> {
  const limit = asked.limit ?? pageLength;
  const { rows, next } = pageOf(
    await selectBillingHistory(db, person.id, readCursor(asked.cursor), limit + 1),
    limit,
  );
  return { items: rows.map(presentBillingItem), next };
}

/** Keeps an invoice as the provider has it now. */
export function mirrorInvoice(
  tx: Tx,
  {
    userId,
    subscriptionId,
    invoice,
    description,
  }: { userId: string; subscriptionId: string; invoice: PlanInvoice; description: string },
): Promise<void> {
  return upsertInvoice(tx, {
    id: invoice.id,
    user_id: userId,
    subscription_id: subscriptionId,
    amount_paid_cents: invoice.amountPaidCents,
    currency: invoice.currency,
    description,
    status: invoice.status,
    billing_reason: invoice.billingReason,
    hosted_invoice_url: invoice.hostedInvoiceUrl,
    period_start: invoice.periodStart,
    period_end: invoice.periodEnd,
    created_at: invoice.created,
  });
}
