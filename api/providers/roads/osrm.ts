import * as z from 'zod';

/** A place in degrees. */
interface Place {
  latitude: number;
  longitude: number;
}

const Answer = z.object({ code: z.literal('Ok'), durations: z.array(z.array(z.number().nullable())) });

const patienceMs = 10_000;

/**
 * The times by road from each place to each, from an OSRM server (its table service).
 * @param url the server's address, such as 'http://localhost:5000'
 * @returns seconds by [from][to]; `null` where no road leads
 * @throws Error if the server does not answer in time, or in another form
 */
export async function readRoadTable(url: string, places: readonly Place[]): Promise<(number | null)[][]> {
  const path = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');
  const address = `${url.replace(/\/+$/, '')}/table/v1/driving/${path}?annotations=duration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`the routing server answered ${answer.status}`);
  const { durations } = Answer.parse(await answer.json());
  const isWhole =
    durations.length === places.length && durations.every((row) => row.length === places.length);
  if (!isWhole) throw new Error('the routing server left places out');
  return durations;
}
