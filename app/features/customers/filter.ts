import { planTiers } from '../../../api/contract/rules/plans.ts';
import { roles } from '../../../api/contract/schemas/people.ts';
import { oneIn } from '../../lib/search.ts';
import { planName } from '../../shared/plan-facts.ts';

/** The filter of the list of customers; an empty string filters nothing. The address keeps it. */
export interface CustomerFilter {
  text: string;
  role: string;
  tier: string;
}

export const roleOptions = [
  { value: '', label: 'All roles' },
  { value: 'customer', label: 'Customers' },
  { value: 'admin', label: 'The team' },
];

export const tierOptions = [
  { value: '', label: 'All plans' },
  ...planTiers.map((tier) => ({ value: tier as string, label: planName(tier) })),
  { value: 'none', label: 'No plan' },
];

/** The filter in an address, without its invalid parts. */
export function filterOf(query: URLSearchParams): CustomerFilter {
  return {
    text: (query.get('text') ?? '').slice(0, 100),
    role: oneIn(query.get('role'), roles),
    tier: oneIn(query.get('tier'), [...planTiers, 'none']),
  };
}
