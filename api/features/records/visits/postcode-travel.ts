import { kilometresBetween } from '../places/postcodes.ts';
import type { Travel } from './fits.rules.ts';
import { smallestTravelMs, travelMs } from './travel.rules.ts';

const known = new Map<string, number>();
/** A region has a few thousand pairs; a full table begins anew. */
const mostKnown = 100_000;

/** The time between two postcodes, in ms; nothing leaves the machine. An unknown one gives the smallest time. */
export const travelBetween: Travel = (from, to) => {
  if (from === null || to === null || from === to) return smallestTravelMs;
  const pair = from < to ? `${from} ${to}` : `${to} ${from}`;
  let ms = known.get(pair);
  if (ms === undefined) {
    ms = travelMs(kilometresBetween(from, to));
    if (known.size >= mostKnown) known.clear();
    known.set(pair, ms);
  }
  return ms;
};
