import type { PlanTier } from '../../../contract/rules/plans.ts';
import type { Db } from '../../../db/database.ts';
import { selectPlan } from './subscription.repository.ts';

export interface RunningPlan {
  tier: PlanTier;
  /** The plan that follows with the next period; `null` if none does. */
  nextTier: PlanTier | null;
  status: 'active' | 'past_due';
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
}

/** A member's plan; `null` without a paid one. */
export async function readPlan(db: Db, userId: string): Promise<RunningPlan | null> {
  const [row] = await selectPlan(db, { userId });
  if (!row) return null;
  return {
    tier: row.tier,
    nextTier: row.next_tier,
    status: row.status === 'past_due' ? 'past_due' : 'active',
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
  };
}

/** The provider's own id of a member's running plan, whose card is charged each month; `null` without one. */
export async function readPlanAtProvider(db: Db, userId: string): Promise<string | null> {
  const [row] = await selectPlan(db, { userId });
  return row?.provider_id ?? null;
}
