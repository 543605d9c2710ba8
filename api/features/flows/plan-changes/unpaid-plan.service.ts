import { PaymentRefused } from '../../../providers/payments/payments.ts';
import { type PlanParts, syncSubscription } from './sync.service.ts';

/** `paid`: the plan stays. `confirming`: the bank is deciding, so the result is unknown. */
export type UnpaidEnd = 'ended' | 'paid' | 'confirming';

/**
 * Ends a begun plan if it is unpaid. The provider decides: it does not void an invoice that is paid, also since we
 * looked, and nobody can pay a voided one. The plan is cancelled only after that.
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function endUnpaidPlan(
  deps: PlanParts,
  { id, providerId }: { id: string; providerId: string },
): Promise<UnpaidEnd> {
  const { payments } = deps;
  const [first] = await payments.listInvoices(providerId);
  if (first) {
    // A second plan beside one that the bank is deciding on could lead to two charges.
    if ((await payments.readInvoicePayment(first.id)).state === 'processing') return 'confirming';
    try {
      await payments.voidInvoice(first.id, id);
    } catch (error) {
      // The invoice was paid, or voided by a simultaneous call, so it is read again.
      if (!(error instanceof PaymentRefused)) throw error;
    }
  }
  const synced = await syncSubscription(deps, providerId);
  if (synced?.status === 'ended') return 'ended';
  if (synced?.paid) return 'paid';
  // If the void was refused for another reason, the invoice could still be paid, and nothing may be cancelled.
  if (first && (await payments.readInvoice(first.id))?.status !== 'void') return 'confirming';
  await payments.cancelSubscription(providerId, id);
  await syncSubscription(deps, providerId);
  return 'ended';
}
