/** The smallest time between two visits, also at the same address: leaving, parking, ringing the bell. In ms. */
export const smallestTravelMs = 10 * 60_000;

/** Streets are longer than the straight line. */
const detour = 1.4;
const kmPerHour = 30;

/**
 * The time between two places, in ms: the straight line × 1.4 at 30 km/h, in whole minutes, and at least ten.
 * @param kilometres the straight line; `null` if a place is unknown: the smallest time
 */
export function travelMs(kilometres: number | null): number {
  const minutes = Math.ceil((((kilometres ?? 0) * detour) / kmPerHour) * 60);
  return Math.max(smallestTravelMs, minutes * 60_000);
}
