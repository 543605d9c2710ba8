import type { Deps } from '../deps.ts';
import { reconcileDisputes } from '../features/flows/dispute-cases/dispute-cases.service.ts';
import { settlePlansOfLeavers } from '../features/flows/plan-changes/leavers.service.ts';
import { reconcileSubscriptions } from '../features/flows/plan-changes/reconcile.service.ts';
import { makeParts } from '../features/flows/team-refunds/make.service.ts';
import { reconcilePayments } from '../features/flows/webhooks/unseen-payments.service.ts';
import { updateStaleCustomers } from '../features/records/account/stale-customers/stale-customers.service.ts';
import { refundInvoices } from '../features/records/billing/invoice-refunds.service.ts';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';

/**
 * Finds payments and plans that neither the browser's confirmation nor a webhook has brought into our books
 * (design §5).
 */
export async function reconcile(deps: Deps, stopping: AbortSignal): Promise<void> {
  try {
    await reconcilePayments(deps, stopping);
    // Runs first, because the next step only checks the outcome of its changes.
    await settlePlansOfLeavers(deps, stopping);
    await reconcileSubscriptions(deps, stopping);
    await refundInvoices(deps, stopping);
    await makeParts(deps, stopping);
    await reconcileDisputes(deps, stopping);
    await updateStaleCustomers(deps, stopping);
  } catch (err) {
    if (!(err instanceof PaymentsUnavailable)) throw err;
    // Its own message says whether it was not reached, was overloaded, or refused the key.
    deps.log.warn(
      { err },
      `the card provider did not answer as asked (${err.message}); the next round asks again`,
    );
  }
}
