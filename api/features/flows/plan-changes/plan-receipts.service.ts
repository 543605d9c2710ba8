import type { Tx } from '../../../db/database.ts';
import type { PlanInvoice } from '../../../providers/payments/payments.ts';
import { staleBillingMs } from '../../records/notices/patience.ts';
import { sendReceipt } from '../../records/notices/receipts.service.ts';
import type { PlanVersion } from '../../records/plans/plans.rules.ts';

/** The invoices that have a letter, by the provider's reason of each. */
const steps = {
  subscription_create: 'begun',
  subscription_cycle: 'renewed',
  subscription_update: 'changed',
} as const;

/**
 * Sends the member the receipt of an invoice that is paid since it was read last: their plan has begun, is renewed or
 * changed. An invoice that was paid long before we heard of it is no news.
 */
export async function sendPlanReceipt(
  db: Tx,
  { userId, invoice, now }: { userId: string; invoice: PlanInvoice & { version: PlanVersion }; now: string },
): Promise<void> {
  const {
    id,
    billingReason,
    version,
    amountPaidCents: amountCents,
    periodStart: from,
    periodEnd: until,
  } = invoice;
  const paidAt = invoice.paidAt ?? invoice.created;
  const isNews = Date.parse(now) - Date.parse(paidAt) <= staleBillingMs;
  if (!isNews || !(billingReason in steps)) return;
  const step = steps[billingReason as keyof typeof steps];
  const news = {
    what: 'plan_paid',
    step,
    chargeId: id,
    paidAt,
    plan: version.name,
    hours: version.minutes / 60,
    amountCents,
    from,
    until,
  } as const;
  await sendReceipt(db, { userId, news, now });
}
