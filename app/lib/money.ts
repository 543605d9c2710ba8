import { formatMoney as formatIn, symbolOf } from '../../api/contract/rules/money.ts';

/** The currency that the server wrote into the page; the default of an installation where none did, as in development. */
export const pageCurrency =
  /^[a-z]{3}$/.exec(
    globalThis.document?.querySelector<HTMLMetaElement>('meta[name=currency]')?.content ?? '',
  )?.[0] ?? 'aud';
let currency: string = pageCurrency;

/** Sets the currency of all amounts that are shown from now on. */
export function setCurrency(code: string): void {
  currency = code;
}

/** '$1,400.99' in the installation's currency; with `trimZeros`, whole amounts without cents ('$189'). */
export const formatMoney = (cents: number, options: { trimZeros?: boolean } = {}): string =>
  formatIn(cents, currency, options);

/** The symbol of the installation's currency, as amounts show it. */
export const currencySymbol = (): string => symbolOf(currency);

/** A price of the contract, in whole units of the currency, as cents; `null` without one. */
export const centsOf = (price: number | null): number | null =>
  price === null ? null : Math.round(price * 100);

/**
 * "1,250", "$240.5" or "240.50" in cents; `null` if it is no amount, or one with the symbol of another currency than
 * the installation's. A comma divides thousands, and never cents.
 */
export function centsTyped(typed: string): number | null {
  const text = typed.trim();
  const symbol = currencySymbol();
  const plain = text.startsWith(symbol) ? text.slice(symbol.length).trimStart() : text;
  const isAmount = /^(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/.test(plain);
  return isAmount ? Math.round(Number(plain.replaceAll(',', '')) * 100) : null;
}
