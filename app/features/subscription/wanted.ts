import { type PlanTier, planTiers } from '../../../api/contract/plans.ts';

/** The plan that an address names: `standard` where it names none (spec §2), `null` where it names one that is not sold. */
export function tierOf(value: string | null): PlanTier | null {
  if (!value) return 'standard';
  return planTiers.find((tier) => tier === value) ?? null;
}

/** Where Back leads: a path of ours, whatever the address says (spec §2, returnUrl). */
export function safeReturn(value: string | null, origin: string = location.origin): string {
  const fallback = '/profile';
  if (!value?.startsWith('/')) return fallback;
  try {
    const url = new URL(value, origin);
    // '/.//evil.example' is a path of ours that a browser would read as another site's address.
    return url.origin === origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : fallback;
  } catch {
    return fallback;
  }
}
