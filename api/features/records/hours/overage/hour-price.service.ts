import type { PlanTier } from '../../../../contract/rules/plans.ts';
import type { Db } from '../../../../db/database.ts';
import { readLastPaidPeriod, readPaidPeriod } from '../hours.service.ts';
import { agreedPrice, chargedPrice, type HourPrice, type Plan } from './hour-price.rules.ts';

/** The price for which an hour past the plan's is agreed to now. */
export async function agreedPriceOf(db: Db, userId: string, plan: Plan, now: Date): Promise<HourPrice> {
  return agreedPrice(plan, await readLastPaidPeriod(db, userId, now.toISOString()));
}

/** The price for which the hours of an agreement are charged if the work is done at this time. */
export async function chargedPriceOf(
  db: Db,
  row: { user_id: string; agreed_at: string; hour_cents: number; tier: PlanTier },
  workedAt: string,
): Promise<HourPrice> {
  const agreed = { agreedAt: row.agreed_at, hourCents: row.hour_cents, tier: row.tier };
  return chargedPrice(agreed, await readPaidPeriod(db, row.user_id, workedAt));
}
