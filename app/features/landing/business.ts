import type { FirstTier } from '../../../api/contract/rules/plans.ts';

/** The business's contact data, as this installation is configured. */
export interface Business {
  name: string;
  phone: string;
  /** The same number for a tel: address. */
  tel: string;
  email: string;
  /** The monthly price of each plan, as it is shown. */
  prices: Record<FirstTier, string>;
}
