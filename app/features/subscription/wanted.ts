import type { PlanOnSale } from '../../../api/contract/schemas/plans.ts';
import { suggestedPlan } from '../../shared/plan-facts.ts';

/** The plan named by an address: the suggested one without a name (spec §2), `null` for one that is not sold. */
export function planFor(value: string | null, plans: readonly PlanOnSale[]): PlanOnSale | null {
  if (!value) return suggestedPlan(plans) ?? null;
  return plans.find(({ id }) => id === value) ?? null;
}

/** The target of Back: always a path of this app (spec §2, returnUrl). */
export function safeReturn(value: string | null, origin: string = location.origin): string {
  const fallback = '/profile';
  if (!value?.startsWith('/')) return fallback;
  try {
    const url = new URL(value, origin);
    // '/.//evil.example' is a path of this app that a browser would read as another site's address.
    return url.origin === origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : fallback;
  } catch {
    return fallback;
  }
}
