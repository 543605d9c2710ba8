import type { Deps } from '../deps.ts';
import { reconcilePayments } from '../features/checkout/reconcile.service.ts';
import { reconcileSubscriptions } from '../features/subscription/reconcile.service.ts';

/** Finds what neither the browser's confirmation nor a webhook has brought into the books (design §5). */
export async function reconcile(deps: Deps): Promise<void> {
  await reconcilePayments(deps);
  await reconcileSubscriptions(deps);
}
