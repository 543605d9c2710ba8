import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/contract/calls/calls.ts';
import { isolated } from '../../api/contract/rules/visible-text.ts';
import type { PlanOnSale } from '../../api/contract/schemas/plans.ts';
import { keyOf } from '../lib/api.ts';
import { queryClient } from '../lib/cache/query-client.ts';

/** The plans on sale; kept on the device with the catalogue. */
export const plansQuery = () => queryOptions<Answer<'listPlans'>>({ queryKey: keyOf('listPlans') });

/**
 * The name of a plan as this device has read it last, or the label of `none`; it may stand within a sentence. Without a
 * reading it is the id, which is the name of the first plans in small letters. A member's own plan bears its own name in
 * the member's own data.
 */
export function planName(tier: string): string {
  if (tier === 'none') return 'No Subscription';
  const known = queryClient.getQueryData<Answer<'listPlans'>>(keyOf('listPlans'));
  const named = known && [...known.plans, ...known.retired].find(({ id }) => id === tier);
  return isolated(named?.name ?? tier.charAt(0).toUpperCase() + tier.slice(1));
}

/** The plan for a person who has chosen none: Standard, or the popular one (spec §2). */
export const suggestedPlan = (plans: readonly PlanOnSale[]): PlanOnSale | undefined =>
  plans.find(({ id }) => id === 'standard') ?? plans.find(({ popular }) => popular) ?? plans[0];

/** The plan of this id, or the suggested one. */
export const planOrSuggested = (plans: readonly PlanOnSale[], id: string | undefined) =>
  plans.find((plan) => plan.id === id) ?? suggestedPlan(plans);
