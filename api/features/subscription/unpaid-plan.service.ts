import { PaymentRefused } from '../../providers/payments/payments.ts';
import type { Parts } from './plan-steps.service.ts';
import { syncSubscription } from './sync.service.ts';

/** `paid`: it is a plan, and stays. `confirming`: the bank decides, so whether it is paid nobody knows yet. */
export type UnpaidEnd = 'ended' | 'paid' | 'confirming';

/**
 * Ends a plan that was begun, if it is not paid. What decides is the provider: it voids no invoice that is paid or was
 * paid since we looked, and nobody can pay one that it has voided. Only then is the plan cancelled.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function endUnpaidPlan(
  parts: Parts,
  { id, providerId }: { id: string; providerId: string },
): Promise<UnpaidEnd> {
  const { payments } = parts;
  const [first] = await payments.listInvoices(providerId);
  if (first) {
    // Another plan beside one that the bank is deciding on could be charged, too.
    if ((await payments.readInvoicePayment(first.id)).state === 'processing') return 'confirming';
    try {
      await payments.voidInvoice(first.id, id);
    } catch (error) {
      // It is open no more: paid, or voided by whoever ends the same plan. It is read again.
      if (!(error instanceof PaymentRefused)) throw error;
    }
  }
  const synced = await syncSubscription(parts, providerId);
  if (synced?.status === 'ended') return 'ended';
  if (synced?.paid) return 'paid';
  // Where the void was refused without its having been paid, nothing may be cancelled that could yet be.
  if (first && (await payments.readInvoice(first.id))?.status !== 'void') return 'confirming';
  await payments.cancelSubscription(providerId, id);
  await syncSubscription(parts, providerId);
  return 'ended';
}
