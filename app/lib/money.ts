import { formatMoney as formatIn } from '../../api/contract/facts/money.ts';

/** The currency before the configuration is known; the default of an installation. */
export const assumedCurrency = 'aud';
let currency: string = assumedCurrency;

/** Sets the currency of all amounts that are shown from now on. */
export function setCurrency(code: string): void {
  currency = code;
}

/** '$1,400.99' in the installation's currency; with `trimZeros`, whole amounts without cents ('$189'). */
export const formatMoney = (cents: number, options: { trimZeros?: boolean } = {}): string =>
  formatIn(cents, currency, options);

/** A price of the contract, in whole units of the currency, as cents; `null` without one. */
export const centsOf = (price: number | null): number | null =>
  price === null ? null : Math.round(price * 100);

/** "1,250", "$240.5" or "240.50" in cents; `null` if it is no amount. A comma divides thousands, and never cents. */
export function centsTyped(typed: string): number | null {
  const plain = typed.trim().replace(/^\p{Sc}\s*/u, '');
  const isAmount = /^(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/.test(plain);
  return isAmount ? Math.round(Number(plain.replaceAll(',', '')) * 100) : null;
}
