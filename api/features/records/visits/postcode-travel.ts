import { kilometresBetween } from '../places/postcodes.ts';
import type { Travel } from './fits.rules.ts';
import { smallestTravelMs, travelMs } from './travel.rules.ts';

/** Straight lines and roads by pair, in ms. */
const straight = new Map<string, number>();
const roads = new Map<string, number>();
/** A region has a few thousand pairs; a full table begins anew. */
const mostKnown = 100_000;

/** The pairs whose road is not known; `null` while no routing server is asked. */
let unread: Set<string> | null = null;
const mostUnread = 10_000;

const pairOf = (from: string, to: string): string => (from < to ? `${from} ${to}` : `${to} ${from}`);

/**
 * The time between two postcodes, in ms: by road where that was read, else by the straight line. An unknown one gives
 * the smallest time.
 */
export const travelBetween: Travel = (from, to) => {
  if (from === null || to === null || from === to) return smallestTravelMs;
  const pair = pairOf(from, to);
  const road = roads.get(pair);
  if (road !== undefined) return road;
  if (unread && unread.size < mostUnread) unread.add(pair);
  let ms = straight.get(pair);
  if (ms === undefined) {
    ms = travelMs(kilometresBetween(from, to));
    if (straight.size >= mostKnown) straight.clear();
    straight.set(pair, ms);
  }
  return ms;
};

/** A time by road between two postcodes, the longer of both directions; 0 minutes if no road joins them. */
export interface Road {
  from: string;
  to: string;
  minutes: number;
}

/** From now on ways between these postcodes take this time, or that of the straight line without a road. */
export function keepRoads(known: readonly Road[]): void {
  for (const { from, to, minutes } of known) {
    const pair = pairOf(from, to);
    if (roads.size >= mostKnown) roads.clear();
    const ms = minutes > 0 ? minutes * 60_000 : travelMs(kilometresBetween(from, to));
    roads.set(pair, Math.max(smallestTravelMs, ms));
    unread?.delete(pair);
  }
}

/**
 * Takes pairs whose road was asked for and is not known, until they have so many postcodes. The first call begins to
 * collect them.
 */
export function takeUnread(mostPostcodes: number): string[] {
  unread ??= new Set();
  const postcodes = new Set<string>();
  for (const pair of unread) {
    const both = pair.split(' ');
    if (new Set([...postcodes, ...both]).size > mostPostcodes) break;
    for (const one of both) postcodes.add(one);
    unread.delete(pair);
  }
  return [...postcodes];
}
