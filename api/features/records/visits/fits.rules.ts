/** A time of a worker, in ms since 1970, at a place named by its postcode; `null` if it is unknown. */
export interface Planned {
  start: number;
  end: number;
  postcode: string | null;
}

/** The time from one postcode to another, in ms. */
export type Travel = (from: string | null, to: string | null) => number;

/**
 * Whether a visit fits between its neighbours: the one rule that holds, books, moves and shows times.
 * @param before the last visit that begins before it, or at the same moment; `after` the next one
 */
export const fits = (
  { before, after }: { before: Planned | undefined; after: Planned | undefined },
  visit: Planned,
  travel: Travel,
): boolean =>
  (!before || visit.start - before.end >= travel(before.postcode, visit.postcode)) &&
  (!after || after.start - visit.end >= travel(visit.postcode, after.postcode));

/** Whether a visit fits among the others of its worker, which are in the order of their starts. */
export function fitsAmong(others: readonly Planned[], visit: Planned, travel: Travel): boolean {
  let place = 0;
  while (place < others.length && (others[place] as Planned).start <= visit.start) place += 1;
  // Work that lasted longer may reach past the visit that follows it.
  const before = others
    .slice(0, place)
    .reduce<Planned | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
  return fits({ before, after: others[place] }, visit, travel);
}

/** The visits that do not fit to the one before them: nothing refuses them, and the team sees them. */
export const tightAmong = <P extends Planned>(visits: readonly P[], travel: Travel): P[] =>
  visits.filter((visit, place) => !fitsAmong(visits.slice(0, place), visit, travel));
