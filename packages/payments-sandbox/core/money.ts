const formatters = new Map<string, Intl.NumberFormat>();

/** An amount as the provider's pages and descriptions write it: '$1,400.99'. @param cents hundredths of the currency */
export function formatMoney(cents: number, currency: string): string {
  const formatter =
    formatters.get(currency) ??
    new Intl.NumberFormat('en-AU', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  formatters.set(currency, formatter);
  return `${cents < 0 ? '−' : ''}${formatter.format(Math.abs(cents) / 100)}`;
}
