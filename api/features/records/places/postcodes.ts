import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A country of whose postcodes there is a table: a file beside this one. */
export type Country = 'AU';

/** In degrees, to about 100 m. */
export interface Centre {
  latitude: number;
  longitude: number;
}

/** A suburb or town, with the state's abbreviation. */
export interface Locality {
  name: string;
  state: string;
}

interface Postcode {
  centre: Centre;
  /** Those of the state that has most of them come first. */
  localities: readonly Locality[];
}

const files: Record<Country, URL> = { AU: new URL('au.txt.br', import.meta.url) };
const tables = new Map<Country, ReadonlyMap<string, Postcode>>();

/** A country's table, read at the first question, in some tens of milliseconds. */
function tableOf(country: Country): ReadonlyMap<string, Postcode> {
  const read = tables.get(country);
  if (read) return read;
  const lines = brotliDecompressSync(readFileSync(files[country])).toString().split('\n');
  const table = new Map(lines.map(postcodeOf));
  tables.set(country, table);
  return table;
}

/** '2204 -33.909 151.155⇥NSW Marrickville|Marrickville South': after each tab a state and its localities. */
function postcodeOf(line: string): [postcode: string, Postcode] {
  const [head = '', ...states] = line.split('\t');
  const [postcode = '', latitude, longitude] = head.split(' ');
  const localities = states.flatMap((one) => {
    const end = one.indexOf(' ');
    const state = one.slice(0, end);
    return one
      .slice(end + 1)
      .split('|')
      .map((name) => ({ name, state }));
  });
  return [postcode, { centre: { latitude: Number(latitude), longitude: Number(longitude) }, localities }];
}

/**
 * The middle of a postcode's localities, not weighed by people: in a town it is right to about a kilometre, in the
 * outback it may lie far from the one town.
 * @param postcode as it is written, '0800' with its zero
 * @returns null for a postcode where nobody lives, and for one that is none
 */
export const centreOf = (postcode: string, country: Country = 'AU'): Centre | null =>
  tableOf(country).get(postcode)?.centre ?? null;

/** The suburbs and towns of a postcode; none for an unknown one. */
export const localitiesOf = (postcode: string, country: Country = 'AU'): readonly Locality[] =>
  tableOf(country).get(postcode)?.localities ?? [];

/** The states of a postcode, the one with most of its localities first: 2620 lies in NSW and in the ACT. */
export const statesOf = (postcode: string, country: Country = 'AU'): string[] => [
  ...new Set(localitiesOf(postcode, country).map(({ state }) => state)),
];

/** The state with most of a postcode's localities; null for an unknown postcode. */
export const stateOf = (postcode: string, country: Country = 'AU'): string | null =>
  localitiesOf(postcode, country)[0]?.state ?? null;

/** The great-circle distance between the centres of two postcodes, in kilometres; null if one is unknown. */
export function kilometresBetween(one: string, other: string, country: Country = 'AU'): number | null {
  const [from, to] = [centreOf(one, country), centreOf(other, country)];
  if (!from || !to) return null;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord));
}
const earthRadiusKm = 6371;
