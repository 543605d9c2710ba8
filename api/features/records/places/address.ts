import { localitiesOf, statesOf } from './postcodes.ts';

/** An address by its fields. */
export interface Address {
  /** Street and number. */
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/**
 * Takes '14 Wattle Street, Marrickville NSW 2204' apart. Only an address that ends in a state and a postcode of that
 * state is: of any other, nobody can say which words are the suburb.
 * @returns null if it is to be asked about
 */
export function takeApart(line: string): Address | null {
  const parts = /^(.+?)[\s,]+([a-z]{2,3})[\s,]+(\d{4})[\s.]*$/i.exec(line.replace(/\s+/g, ' ').trim());
  if (!parts) return null;
  const [, before = '', given = '', postalCode = ''] = parts;
  const state = given.toUpperCase();
  if (!statesOf(postalCode).includes(state)) return null;
  const [address, city] = suburbOf(before, postalCode) ?? lastPart(before);
  // 'Marrickville 2204, Sydney' has no street.
  return address && city && !address.endsWith(postalCode) ? { address, city, state, postalCode } : null;
}

/** '12 Wattle Street, Marrickville 2204, Sydney': the first part that is a locality of the postcode is the suburb. */
function suburbOf(before: string, postalCode: string): [address: string, city: string] | null {
  const names = localitiesOf(postalCode)
    .map(({ name }) => name)
    .toSorted((one, other) => other.length - one.length);
  const parts = before.split(/ *, */);
  for (const [at, part] of parts.entries()) {
    const words = part.replace(new RegExp(` ${postalCode}$`), '');
    const name = names.find((n) => endsIn(words, n));
    if (!name) continue;
    const street = words.slice(0, words.length - name.length).trim();
    const address = [...parts.slice(0, at), street].filter(Boolean).join(', ');
    // 'Marrickville Road 4' is a street; a suburb has one before it.
    if (/\d/.test(address)) return [address, words.slice(words.length - name.length)];
  }
  return null;
}

const endsIn = (words: string, name: string): boolean =>
  ` ${words}`.toLowerCase().endsWith(` ${name.toLowerCase()}`);

/** A suburb that the table does not know, after a comma. */
function lastPart(before: string): [address: string, city: string] {
  const comma = before.lastIndexOf(',');
  return [before.slice(0, Math.max(comma, 0)).trim(), before.slice(comma + 1).trim()];
}

const short: Record<string, string> = {
  ...{ street: 'st', road: 'rd', avenue: 'ave', drive: 'dr', lane: 'ln', court: 'ct', place: 'pl' },
  ...{ crescent: 'cres', parade: 'pde', terrace: 'tce', highway: 'hwy', boulevard: 'bvd', unit: 'u' },
};

/** A text that two spellings of one place share: without case, punctuation and long words for kinds of streets. */
export const placeKey = ({ address, city, state, postalCode }: Address): string =>
  [address, city, state, postalCode]
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}/-]+/u)
    .filter(Boolean)
    .map((word) => (Object.hasOwn(short, word) ? short[word] : word))
    .join(' ');
