/** '$1,400.99'; with `trimZeros`, whole dollars without cents ('$189'). Shown as $ whatever the currency (spec §1). */
export function formatMoney(cents: number, { trimZeros = false } = {}): string {
  const digits = trimZeros && cents % 100 === 0 ? 0 : 2;
  const amount = (Math.abs(cents) / 100).toFixed(digits);
  // `toLocaleString` makes a formatter at each call: a millisecond for every price of the catalogue on a slow phone.
  return `${cents < 0 ? '−' : ''}$${amount.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
}

/** A price of the contract, in dollars, as cents; `null` without one. */
export const centsOf = (dollars: number | null): number | null =>
  dollars === null ? null : Math.round(dollars * 100);
