import type { VisitRights } from '../../../contract/rules/business/visit-rights.ts';

/** A version of a plan: what was shown and is charged. It never changes, except for its plan's place. */
export interface PlanVersion {
  id: string;
  /** The plan's id. */
  tier: string;
  /** The plan's place in the order, the smallest plan first. */
  position: number;
  name: string;
  /** The monthly price. */
  priceCents: number;
  /** The hours of a month, in minutes. */
  minutes: number;
  /** The plan's name for its concierge. */
  concierge: string;
  features: readonly string[];
  /** When its members may have a visit. */
  rights: VisitRights;
}

/** The facts that decide the price of an hour. */
export type PricedVersion = Pick<PlanVersion, 'tier' | 'priceCents' | 'minutes'>;

/** The price of an hour past a plan's, in cents: the monthly price divided by the hours of a month, rounded. */
export const hourCents = ({ priceCents, minutes }: PricedVersion): number =>
  Math.round((priceCents * 60) / minutes);

/** The version whose hour has the highest price; a larger plan's hour is not always cheaper. */
export const dearestOf = <V extends PricedVersion>(versions: readonly [V, ...V[]]): V =>
  versions.reduce((dearest, version) => (hourCents(version) > hourCents(dearest) ? version : dearest));

/**
 * The kind of a change from a member's own version. An upgrade is charged and takes effect at once: the plan is
 * larger in the order, and its month costs more than the member's own. All else waits for the next period, because
 * at once it would pay money back for hours that stay. `keep` cancels a planned change.
 */
export function kindOfChange(ownVersion: PlanVersion, wanted: PlanVersion): 'upgrade' | 'downgrade' | 'keep' {
  if (wanted.tier === ownVersion.tier) return 'keep';
  return wanted.position > ownVersion.position && wanted.priceCents > ownVersion.priceCents
    ? 'upgrade'
    : 'downgrade';
}

/** The next larger plan to which a member can move at once; `null` if there is none. */
export const nextLarger = (ownVersion: PlanVersion, onSale: readonly PlanVersion[]): PlanVersion | null =>
  onSale
    .toSorted((one, other) => one.position - other.position)
    .find((version) => kindOfChange(ownVersion, version) === 'upgrade') ?? null;
