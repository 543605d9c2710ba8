import type { PlanTier } from '../../../../contract/rules/plans.ts';
import { dearestOf, hourCents, type PricedVersion } from '../../plans/plans.rules.ts';
import type { PaidPeriod } from '../hours.service.ts';
import type { OverageTable } from './overage.table.ts';

/** The price of an hour past a plan's, and the plan whose price it is. */
export interface HourPrice {
  hourCents: number;
  tier: PlanTier;
}

/** The version that a member has, and the one that follows with the next period. */
export interface Plan {
  version: PricedVersion;
  nextVersion: PricedVersion | null;
}

/** A paid period, as far as it decides a price. */
type Period = Omit<PaidPeriod, 'version'> & { version: PricedVersion };

/**
 * The price for which an hour past the plan's is agreed to now: the dearest of the plan that paid for the last
 * period, the plan now and the plan to follow. An upgrade in a period's last minutes costs cents, so it must not lower
 * the price of all work that is agreed to in them, nor in the hours until the next period is paid.
 */
export function agreedPrice({ version, nextVersion }: Plan, period: Period | null): HourPrice {
  const others = [period?.version, nextVersion].filter((each) => each != null);
  return priceOf(dearestOf([version, ...others]));
}

const priceOf = (version: PricedVersion): HourPrice => ({
  hourCents: hourCents(version),
  tier: version.tier,
});

/**
 * The price for which agreed hours are charged: the agreed one, or that of the plan that paid for the period in which
 * the work was done, if that was paid after the agreement and is cheaper.
 * @param period the paid period in which the work was done
 */
export function chargedPrice(agreed: HourPrice & { agreedAt: string }, period: Period | null): HourPrice {
  const { agreedAt, ...price } = agreed;
  if (!period || period.paidAt <= agreedAt) return price;
  const paid = priceOf(period.version);
  return paid.hourCents < price.hourCents ? paid : price;
}

/** Whether any part of an agreement is in force. Longer work that was taken back leaves none, nor its price. */
export const isInForce = (row: Pick<OverageTable, 'minutes' | 'charged_minutes'>): boolean =>
  row.minutes > 0 || row.charged_minutes > 0;
