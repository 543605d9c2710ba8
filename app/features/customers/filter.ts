import { roles } from '../../../api/contract/schemas/people.ts';
import type { PlansOnSale } from '../../../api/contract/schemas/plans.ts';
import { oneIn } from '../../lib/search.ts';

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

/** The plans that members may have, sold or not. */
export const tierOptions = (known: PlansOnSale | undefined) => [
  { value: '', label: 'All plans' },
  ...[...(known?.plans ?? []), ...(known?.retired ?? [])].map(({ id, name }) => ({ value: id, label: name })),
  { value: 'none', label: 'No plan' },
];

/** The filter in an address, without its invalid parts. */
export function filterOf(query: URLSearchParams): CustomerFilter {
  return {
    text: (query.get('text') ?? '').slice(0, 100),
    role: oneIn(query.get('role'), roles),
    tier: /^[a-z0-9-]{1,40}$/.test(query.get('tier') ?? '') ? (query.get('tier') ?? '') : '',
  };
}
