import type { PlanOnSale, PlansOnSale } from '../../../api/contract/schemas/plans.ts';
import type { Subscription } from '../../../api/contract/schemas/subscription.ts';

export type ShownPlan = Omit<PlanOnSale, 'versionId'> & {
  /** Whether a member would move up to it at once. */
  isLarger: boolean;
};

/**
 * The plans on sale in their order. The member's own has the price and the words of their version; one that is no longer
 * sold stands in its place among them.
 */
export function shownPlans(
  { plans, retired }: PlansOnSale,
  current: string,
  running: Subscription | undefined,
): ShownPlan[] {
  const ownPlan = running?.tier === current ? running.plan : undefined;
  const at = plans.findIndex(({ id }) => id === current);
  // A copy that was kept by an earlier release does not know the place.
  const gap = retired.find(({ id }) => id === current)?.place ?? 0;
  const shown = plans.map((one, place) => ({
    ...one,
    ...(place === at && ownPlan),
    isLarger: (at < 0 ? place >= gap : place > at) && one.priceCents > (ownPlan?.priceCents ?? 0),
  }));
  if (!ownPlan || at >= 0) return shown;
  const kept = { ...ownPlan, id: current, popular: false, premium: false, isLarger: false };
  return shown.toSpliced(gap, 0, kept);
}
