import type { SubscriptionTable } from '../../records/subscription/subscription.table.ts';

type Standing = Pick<SubscriptionTable, 'tier' | 'version_id' | 'next_tier' | 'next_version_id'>;

/** Whether another plan, or none, follows the running period. Another version of the same plan is none. */
export const isChangeAhead = ({ tier, next_tier }: Pick<Standing, 'tier' | 'next_tier'>): boolean =>
  next_tier !== tier;

/**
 * The version of a plan that a member has, now or next: the member keeps it, also when another is sold.
 * @returns its id; `null` if the plan is neither
 */
export function keptVersion(standing: Standing, wanted: string): string | null {
  if (wanted === standing.next_tier) return standing.next_version_id;
  return wanted === standing.tier ? standing.version_id : null;
}

/**
 * The next step to ask of the provider so that a plan becomes the wanted one, upgrades apart; `null` if none is
 * left. Naming a plan also means that it continues.
 */
export function missingStep(
  {
    tier,
    version_id,
    next_version_id,
    cancel_at_period_end,
  }: Standing & Pick<SubscriptionTable, 'cancel_at_period_end'>,
  wanted: { version: { id: string; tier: string } } | { cancelAtPeriodEnd: boolean },
): { kind: 'end' | 'resume' | 'switch'; tier: string; version_id: string } | null {
  const ends = cancel_at_period_end === 1;
  const shouldEnd = 'version' in wanted ? false : wanted.cancelAtPeriodEnd;
  if (ends !== shouldEnd) return { kind: shouldEnd ? 'end' : 'resume', tier, version_id };
  if ('version' in wanted && next_version_id !== wanted.version.id)
    return { kind: 'switch', tier: wanted.version.tier, version_id: wanted.version.id };
  return null;
}
