import { dearestTier, hourCents } from '../../../../contract/rules/overage.ts';
import type { PlanTier } from '../../../../contract/rules/plans.ts';
import type { Db } from '../../../../db/database.ts';
import { type PaidPeriod, readLastPaidPeriod, readPaidPeriod } from '../hours.service.ts';

/** The price of an hour past a plan's, and the plan whose price it is. */
export interface HourPrice {
  hourCents: number;
  tier: PlanTier;
}

/** A member's running plan, and the plan that follows with the next period. */
interface Plan {
  tier: PlanTier;
  nextTier: PlanTier | null;
}

/**
 * The price for which an hour past the plan's is agreed to now: the dearest of the plan that paid for the last
 * period, the plan now and the plan to follow. An upgrade in a period's last minutes costs cents, so it must not lower
 * the price of all work that is agreed to in them, nor in the hours until the next period is paid.
 */
export async function agreedPriceOf(db: Db, userId: string, plan: Plan, now: Date): Promise<HourPrice> {
  const period = await readLastPaidPeriod(db, userId, now.toISOString());
  return agreedPrice(plan, period);
}

/** The same from facts alone. */
export function agreedPrice({ tier, nextTier }: Plan, period: PaidPeriod | null): HourPrice {
  const dearest = dearestTier([tier, ...(period ? [period.tier] : []), ...(nextTier ? [nextTier] : [])]);
  return { hourCents: hourCents(dearest), tier: dearest };
}

/**
 * The price for which agreed hours are charged: the agreed one, or that of the plan that paid for the period in which
 * the work was done, if that was paid after the agreement and is cheaper.
 * @param period the paid period in which the work was done
 */
export function chargedPrice(agreed: HourPrice & { agreedAt: string }, period: PaidPeriod | null): HourPrice {
  const { agreedAt, ...price } = agreed;
  if (!period || period.paidAt <= agreedAt || hourCents(period.tier) >= price.hourCents) return price;
  return { hourCents: hourCents(period.tier), tier: period.tier };
}

/** The same, with the period read. */
export async function chargedPriceOf(
  db: Db,
  row: { user_id: string; agreed_at: string; hour_cents: number; tier: PlanTier },
  workedAt: string,
): Promise<HourPrice> {
  const agreed = { agreedAt: row.agreed_at, hourCents: row.hour_cents, tier: row.tier };
  return chargedPrice(agreed, await readPaidPeriod(db, row.user_id, workedAt));
}
