import { formatMoney } from './money.ts';
import { type FirstTier, plans } from './plans.ts';

/** The monthly price of each plan in a currency, as it is shown. */
export const planPrices = (currency: string): Record<FirstTier, string> => ({
  basic: formatMoney(plans.basic.priceCents, currency),
  standard: formatMoney(plans.standard.priceCents, currency),
  deluxe: formatMoney(plans.deluxe.priceCents, currency),
  premium: formatMoney(plans.premium.priceCents, currency),
});
