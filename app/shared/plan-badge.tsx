import { oneText } from '../lib/one-text.ts';
import { planName } from './plan-facts.ts';

/** The plan's name; nothing without a plan (spec §2). */
export function PlanBadge({ tier, name }: { tier: string; name?: string | undefined }) {
  return tier === 'none' ? null : (
    <span className="badge named">{oneText`${name ?? planName(tier)} Plan`}</span>
  );
}
