import { dearestTier, hourCents } from '../../../../contract/rules/overage.ts';
import type { PlanTier } from '../../../../contract/rules/plans.ts';
import type { PaidPeriod } from '../hours.service.ts';
import type { OverageTable } from './overage.table.ts';

/** The price of an hour past a plan's, and the plan whose price it is. */
export interface HourPrice {
  hourCents: number;
  tier: PlanTier;
}

/** A member's running plan, and the plan that follows with the next period. */
export interface Plan {
  tier: PlanTier;
  nextTier: PlanTier | null;
}

/**
 * The price for which an hour past the plan's is agreed to now: the dearest of the plan that paid for the last
 * period, the plan now and the plan to follow. An upgrade in a period's last minutes costs cents, so it must not lower
 * the price of all work that is agreed to in them, nor in the hours until the next period is paid.
 */
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

/** Whether any part of an agreement is in force. Longer work that was taken back leaves none, nor its price. */
export const isInForce = (row: Pick<OverageTable, 'minutes' | 'charged_minutes'>): boolean =>
  row.minutes > 0 || row.charged_minutes > 0;
