import { type PlanTier, planTiers } from '../../../api/contract/rules/plans.ts';

/** The plan named by an address: `standard` without a name (spec §2), `null` for an unknown one. */
export function tierOf(value: string | null): PlanTier | null {
  if (!value) return 'standard';
  return askedPlan(value);
}

/** The plan that another page asks to change to, if it names one. */
export const askedPlan = (value: string | null): PlanTier | null =>
  planTiers.find((tier) => tier === value) ?? null;

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
