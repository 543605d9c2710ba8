/** A filter as a query of the address, in which empty texts filter nothing: '' or '?text=ann&tier=basic'. */
export function searchOf(filter: object): string {
  const given = Object.entries(filter as Record<string, string>).filter(([, value]) => value.trim() !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

const matching = (value: string | null, form: RegExp): string =>
  value !== null && form.test(value) ? value : '';

/** A valid id in an address; '' for anything else. */
export const idIn = (value: string | null): string =>
  matching(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);

/** A valid day in an address: '2026-11-30'. */
export const dayIn = (value: string | null): string =>
  matching(value, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);

/** A known word in an address. */
export const oneIn = (value: string | null, known: readonly string[]): string =>
  value !== null && known.includes(value) ? value : '';
