import { formatMoney as formatIn, symbolOf } from '../../api/contract/facts/money.ts';

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
