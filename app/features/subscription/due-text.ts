import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';

/** The sums of a plan that a card pays, today and later: less than its price today if a credit pays a part. */
export const dueText = (priceCents: number, dueCents: number): string =>
  dueCents === priceCents
    ? oneText`${formatMoney(priceCents)} today, then each month. Unused hours roll over for up to 3 months.`
    : oneText`${formatMoney(dueCents)} today, since your credit pays ${formatMoney(priceCents - dueCents)}, then ${formatMoney(priceCents)} each month. Unused hours roll over for up to 3 months.`;
