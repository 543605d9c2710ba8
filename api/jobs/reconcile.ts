import type { Deps } from '../deps.ts';
import { reconcileDisputes } from '../features/flows/dispute-cases/dispute-cases.service.ts';
import { settlePlansOfLeavers } from '../features/flows/plan-changes/leavers.service.ts';
import { moveMembers } from '../features/flows/plan-changes/moves.service.ts';
import { reconcileSubscriptions } from '../features/flows/plan-changes/reconcile.service.ts';
import { makeParts } from '../features/flows/team-refunds/make.service.ts';
import { reconcilePayments } from '../features/flows/webhooks/unseen-payments.service.ts';
import { updateStaleCustomers } from '../features/records/account/stale-customers/stale-customers.service.ts';
import { refundInvoices } from '../features/records/billing/invoice-refunds.service.ts';
import { type Payments, PaymentsForbidden, PaymentsUnavailable } from '../providers/payments/payments.ts';

const kinds = [
  ['payments', reconcilePayments],
  // Runs before the plans, whose step only checks the outcome of its changes.
  ['plans of members who leave', settlePlansOfLeavers],
  ['moves to new prices', moveMembers],
  ['plans', reconcileSubscriptions],
  ['refunds of plans', refundInvoices],
  ['refunds of parts', makeParts],
  ['disputes', reconcileDisputes],
  ['names of customers', updateStaleCustomers],
] as const;

/** The kinds that a key of this server lacks the right to, as the log says. */
const kindsWithoutRight = new WeakMap<Payments, Set<string>>();

/**
 * Finds payments and plans that neither the browser's confirmation nor a webhook has brought into our books
 * (design §5). A kind that the provider's key has no right to does not keep the others from their turn; the log tells
 * it once. Neither does a kind that fails by an error of ours.
 * @throws that error, after the others had their turn
 */
export async function reconcile(deps: Deps, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const [kind, look] of kinds)
    try {
      await look(deps, stopping);
    } catch (err) {
      if (!(err instanceof PaymentsUnavailable)) {
        failures.push(new Error(`${kind} could not be reconciled`, { cause: err }));
        continue;
      }
      if (err instanceof PaymentsForbidden) {
        tellOnce(deps, kind, err);
        continue;
      }
      // Its own message says whether it was not reached, was overloaded, or refused the key.
      deps.log.warn(
        { err },
        `the card provider did not answer as asked (${err.message}); the next round asks again`,
      );
      break;
    }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

function tellOnce(deps: Deps, kind: string, err: PaymentsForbidden): void {
  const { payments, log } = deps;
  const before = kindsWithoutRight.get(payments) ?? new Set();
  if (before.has(kind)) return;
  kindsWithoutRight.set(payments, before.add(kind));
  log.error({ err }, `the key of the card provider has no right to reconcile ${kind} (${err.message})`);
}
