import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { CommandError, command } from './command.ts';

/**
 * Makes a country's postcodes of the community's list: `node scripts/postcodes.ts FOLDER`, the folder of the unpacked
 * package that api/features/records/places/README.md names. Each line is 'postcode latitude longitude', then for each
 * state a tab, the state, and its localities divided by '|'.
 */

/** A locality of the list; the exact place is sometimes far off, and so is the other. */
interface Listed {
  postcode: string;
  locality: string;
  state: string;
  type: string;
  lat: number;
  long: number;
  Lat_precise: number;
  Long_precise: number;
}
interface Point {
  latitude: number;
  longitude: number;
}

const target = new URL('../api/features/records/places/au.txt.br', import.meta.url);

/** The ranges of post office boxes and large receivers, where nobody lives. */
const boxes: readonly (readonly [number, number])[] = [
  ...([
    [200, 299],
    [900, 999],
    [1000, 1999],
  ] as const),
  ...([
    [5800, 5999],
    [6800, 6999],
    [7800, 7999],
    [8000, 9999],
  ] as const),
];
/** Military post, and an office of the post whose place the list has wrong. */
const leftOut = ['2890', '2309'];
/** Norfolk Island: its neighbours by number are 1,600 km away. */
const island = '2899';
/** An office or centre of the post, which is no place to live. */
const isOffice = (name: string) => /\b(BC|DC|MC|MSC|PO|GPO|LPO|DEFENCE FORCES)$/.test(name);
const isLivedIn = ({ postcode, locality, type }: Listed) =>
  !boxes.some(([from, until]) => Number(postcode) >= from && Number(postcode) <= until) &&
  !leftOut.includes(postcode) &&
  !/^(LVR|Post Office Boxes)$/.test(type) &&
  !isOffice(locality.toUpperCase());

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const middle = (points: Point[]): Point => ({
  latitude: median(points.map(({ latitude }) => latitude)),
  longitude: median(points.map(({ longitude }) => longitude)),
});
/** The square of the distance, in degrees of latitude. */
const apart = (one: Point, other: Point) =>
  (one.latitude - other.latitude) ** 2 +
  ((one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)) ** 2;
/** 5 km: where the two places of a postcode are farther apart, its neighbours by number say which is right. */
const far = (5 / 111) ** 2;

/** 'MCMAHONS POINT' → 'McMahons Point'. */
const nameOf = (locality: string): string =>
  locality
    .toLowerCase()
    .replace(/(^|[\s(/-])([a-z])/g, (_, before, letter) => before + letter.toUpperCase())
    .replace(/\b(Mc|O')([a-z])/g, (_, before, letter) => before + letter.toUpperCase());

function lineOf(postcode: string, listed: Listed[], neighbours: Point): string {
  const exact = middle(listed.map((one) => ({ latitude: one.Lat_precise, longitude: one.Long_precise })));
  const rough = middle(listed.map((one) => ({ latitude: one.lat, longitude: one.long })));
  const isRough =
    postcode !== island && apart(exact, rough) > far && apart(rough, neighbours) < apart(exact, neighbours);
  const { latitude, longitude } = isRough ? rough : exact;
  const states = [...Map.groupBy(listed, ({ state }) => state)]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([state, its]) => {
      const names = new Set(its.map(({ locality }) => nameOf(locality)));
      return `\t${state} ${[...names].toSorted().join('|')}`;
    });
  return `${postcode} ${latitude.toFixed(3)} ${longitude.toFixed(3)}${states.join('')}`;
}

await command(async ([folder]) => {
  if (!folder) throw new CommandError('Name the folder of the unpacked package.');
  const all: Listed[] = JSON.parse(readFileSync(`${folder}/lib/resources/aus_postcodes.json`, 'utf8'));
  const byPostcode = [...Map.groupBy(all.filter(isLivedIn), ({ postcode }) => postcode)].toSorted();
  const lines = byPostcode.map(([postcode, listed], at) => {
    const around = byPostcode.slice(Math.max(0, at - 10), at + 11).flatMap(([, near]) => near);
    return lineOf(
      postcode,
      listed,
      middle(around.map((one) => ({ latitude: one.Lat_precise, longitude: one.Long_precise }))),
    );
  });
  writeFileSync(target, brotliCompressSync(lines.join('\n')));
  return `${lines.length} postcodes`;
});
