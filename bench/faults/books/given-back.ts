import type Stripe from 'stripe';
import type { DisputeTable } from '../../../api/features/records/payments/disputes/disputes.table.ts';
import type { ProviderBooks } from './provider.ts';

/** Our state of a dispute; an inquiry takes and freezes nothing. */
export function stateOf({ status }: Stripe.Dispute): DisputeTable['state'] {
  if (status === 'lost') return 'lost';
  if (status === 'won' || status === 'warning_closed') return 'won';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}

/** The sums that banks have taken for good, and those that they hold until a decision, in cents by intent. */
export function heldByBanks(disputes: Stripe.Dispute[]) {
  const lost = new Map<string, number>();
  const open = new Map<string, number>();
  for (const dispute of disputes) {
    const { amount } = dispute;
    const intent = String(dispute.payment_intent);
    const state = stateOf(dispute);
    if (state === 'lost') lost.set(intent, (lost.get(intent) ?? 0) + amount);
    else if (state === 'open') open.set(intent, (open.get(intent) ?? 0) + amount);
  }
  return { lost, open };
}

/** The sum that a payer has back: refunds, and what their bank has taken. */
export function givenBack(intent: string | undefined, there: ProviderBooks): number {
  const back = there.refunds.filter(
    ({ payment_intent, status }) => payment_intent === intent && status === 'succeeded',
  );
  return back.reduce(
    (sum, { amount }) => sum + amount,
    heldByBanks(there.disputes).lost.get(intent ?? '') ?? 0,
  );
}
