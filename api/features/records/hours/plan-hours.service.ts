import type { Db } from '../../../db/database.ts';
import { readPlan } from '../subscription/subscription.service.ts';
import { readBalance } from './hours.service.ts';

/** Whether a person has a plan, or remaining hours of one. */
export async function hasHours(db: Db, userId: string, now: Date): Promise<boolean> {
  if (await readPlan(db, userId)) return true;
  return (await readBalance(db, userId, now.toISOString())).remainingMinutes > 0;
}
