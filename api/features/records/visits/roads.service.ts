import { instant } from '../../../core/clock.ts';
import type { Deps } from '../../../deps.ts';
import { readRoadTable } from '../../../providers/roads/osrm.ts';
import { type Centre, centreOf } from '../places/postcodes.ts';
import { keepRoads, type Road, takeUnread } from './postcode-travel.ts';
import { deleteRoads, insertRoads, selectOldRoads, selectRoads } from './visits.repository.ts';

/** The postcodes of one question: a table of 20 has 190 pairs. */
const mostPostcodes = 20;
const mostRows = 100_000;
/** Roads are built and closed: after so long a time is read again, the oldest first. */
const ageMs = 90 * 24 * 3_600_000;

/** The time up to which each database's rows were taken over by this process. */
const takenOver = new WeakMap<object, string>();

/**
 * Reads times by road for ways that were computed by the straight line, and again those that are old, if the operator
 * names a routing server (`OSRM_URL`): one question a round, which holds centres of postcodes and nothing else. All
 * processes take over what one has read. While the server does not answer, the straight line stays.
 */
export async function readRoads(deps: Pick<Deps, 'db' | 'clock' | 'env' | 'log'>): Promise<void> {
  const { db, clock, env, log } = deps;
  if (!env.OSRM_URL) return;
  const rows = await selectRoads(db, { after: takenOver.get(db) ?? '', rows: mostRows });
  keepRoads(
    rows.map(({ from_postcode, to_postcode, minutes }) => ({
      ...{ from: from_postcode, to: to_postcode, minutes },
    })),
  );
  const last = rows.at(-1);
  if (last) takenOver.set(db, last.read_at);
  const unread = takeUnread(mostPostcodes);
  const before = new Date(clock.now().getTime() - ageMs).toISOString();
  const old = await selectOldRoads(db, { before, rows: mostPostcodes });
  // Postcodes end. Their times would come first in every round, and keep the others from being read again.
  const ended = old
    .flatMap(({ from_postcode, to_postcode }) => [from_postcode, to_postcode])
    .filter((postcode) => !centreOf(postcode));
  await deleteRoads(db, [...new Set(ended)]);
  const wanted = new Set(unread);
  for (const { from_postcode, to_postcode } of old)
    if (wanted.size + 2 <= mostPostcodes) wanted.add(from_postcode).add(to_postcode);
  const places = [...wanted].flatMap((postcode) => {
    const centre = centreOf(postcode);
    return centre ? [{ postcode, centre }] : [];
  });
  if (places.length < 2) return;
  try {
    const roads = await roadsBetween(env.OSRM_URL, places);
    const read_at = instant(clock);
    await insertRoads(
      db,
      roads.map(({ from, to, minutes }) => ({ from_postcode: from, to_postcode: to, minutes, read_at })),
    );
    keepRoads(roads);
  } catch (err) {
    log.warn({ err }, 'the routing server gave no times; ways are computed by the straight line');
  }
}

/** The longer of both directions for each pair; 0 for one that no road joins. */
async function roadsBetween(
  url: string,
  places: readonly { postcode: string; centre: Centre }[],
): Promise<Road[]> {
  const seconds = await readRoadTable(
    url,
    places.map(({ centre }) => centre),
  );
  return places.flatMap((one, from) =>
    places.slice(from + 1).flatMap((other, after) => {
      const to = from + 1 + after;
      const [there, back] = [seconds[from]?.[to], seconds[to]?.[from]];
      const [first, second] = [one.postcode, other.postcode].sort() as [string, string];
      const isJoined = typeof there === 'number' && typeof back === 'number';
      return [{ from: first, to: second, minutes: isJoined ? Math.ceil(Math.max(there, back) / 60) : 0 }];
    }),
  );
}
