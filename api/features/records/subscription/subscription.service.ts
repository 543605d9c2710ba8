import type { Db } from '../../../db/database.ts';
import type { PlanVersion } from '../plans/plans.rules.ts';
import { readVersion } from '../plans/plans.service.ts';
import { selectPlan } from './subscription.repository.ts';

export interface RunningPlan {
  version: PlanVersion;
  /** The version that follows with the next period; `null` if none does. */
  nextVersion: PlanVersion | null;
  status: 'active' | 'past_due';
  currentPeriodStart: string | null;
  currentPeriodEnd: string | null;
}

/** A member's plan; `null` without a paid one. */
export async function readPlan(db: Db, userId: string): Promise<RunningPlan | null> {
  const [row] = await selectPlan(db, { userId });
  if (!row) return null;
  const { version_id: id, next_version_id: nextId } = row;
  const version = await readVersion(db, id);
  return {
    version,
    nextVersion: nextId === id ? version : nextId === null ? null : await readVersion(db, nextId),
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
