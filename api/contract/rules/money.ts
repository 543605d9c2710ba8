/** One formatter for each currency and number of decimals: making one takes as long as a hundred uses of it. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-AU', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/**
 * An amount for a person: '$1,400.99', or '€1,400.99' in euros. Every currency of the product has two decimals.
 * @param cents hundredths of the currency; negative ones get a minus sign
 * @param currency its code, such as 'aud'
 * @param options.trimZeros whether whole amounts go without decimals ('$189')
 */
export function formatMoney(cents: number, currency: string, { trimZeros = false } = {}): string {
  const digits = trimZeros && cents % 100 === 0 ? 0 : 2;
  return `${cents < 0 ? '−' : ''}${formatterOf(currency, digits).format(Math.abs(cents) / 100)}`;
}

/** The symbol that stands in the amounts of a currency, such as '$' or 'CHF'. */
export const symbolOf = (currency: string): string =>
  formatterOf(currency, 2)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '';

/** Whether a currency exists and is divided into hundredths, as all amounts of the product are. */
export const hasCents = (currency: string): boolean =>
  Intl.supportedValuesOf('currency').includes(currency.toUpperCase()) &&
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2;
