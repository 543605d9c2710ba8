import { planChanged } from '../../../bus/changed.ts';
import { instant } from '../../../core/clock.ts';
import { Refusal } from '../../../core/refusal.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { hasAskedToLeave, hasGone } from '../../records/account/deletion/deletion-state.service.ts';
import {
  findLive,
  selectPlansOfLeavers,
  selectPlansOfStayers,
  touchSubscription,
} from '../../records/subscription/subscription.repository.ts';
import { bringPlanTo, type PlanChangeParts } from './plan-changes.service.ts';
import { clearLeavingUnlessEnding } from './plan-steps.service.ts';

const unseenMs = 60_000;
const batch = 20;
const failed = 'a plan was not told of a deletion, or that it was taken back; it is tried again';

/**
 * Ends a person's plan with its period while their account is to be deleted, so that nothing more is charged. If
 * they keep the account, a plan that the deletion ended continues. It is tried at once when somebody waits for it; a
 * failure is left to the next rounds of `settlePlansOfLeavers`.
 */
export async function settlePlanOfLeaver(deps: PlanChangeParts, userId: string): Promise<void> {
  try {
    await settle(deps, userId);
  } catch (err) {
    deps.log.warn({ err }, failed);
  }
}

/**
 * Finds plans that a deletion or its withdrawal has not reached, because the provider was away or the process died.
 * @throws PaymentsUnavailable
 */
export async function settlePlansOfLeavers(deps: PlanChangeParts, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const before = new Date(clock.now().getTime() - unseenMs).toISOString();
  const rows = [
    ...(await selectPlansOfLeavers(db, before, batch)),
    ...(await selectPlansOfStayers(db, before, batch)),
  ];
  for (const { id, user_id } of rows) {
    if (stopping.aborted) return;
    // Noted first, so that a failing plan comes after the others in the next round.
    await touchSubscription(db, id, instant(clock));
    try {
      await settle(deps, user_id);
    } catch (err) {
      if (err instanceof Refusal && err.cause instanceof PaymentsUnavailable) throw err.cause;
      log.warn({ err, subscription: id }, failed);
    }
  }
}

async function settle(deps: PlanChangeParts, userId: string): Promise<void> {
  const { db, changes } = deps;
  const row = await findLive(db, userId);
  if (row?.status !== 'active' && row?.status !== 'past_due') return;
  // A deletion that has begun ends the plan itself.
  if (await hasGone(db, userId)) return;
  const isLeaving = await hasAskedToLeave(db, userId);
  if (isLeaving && !row.cancel_at_period_end) {
    await bringPlanTo(deps, { id: userId }, { cancelAtPeriodEnd: true }, true);
  } else if (!isLeaving && row.leaving) {
    await bringPlanTo(deps, { id: userId }, { cancelAtPeriodEnd: false });
    await clearLeavingUnlessEnding(db, row.id);
  } else return;
  planChanged(changes, userId);
}
