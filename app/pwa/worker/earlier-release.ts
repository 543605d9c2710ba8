import { deadline } from '../../lib/deadline.ts';

/** A cache for each release that was replaced, named after the moment in which it was. */
const prefix = 'hearthkeep-earlier-';
const most = 2;
const assetDeadlineMs = 20_000;
const longestMs = 14 * 24 * 60 * 60 * 1000;

/** What is named after its content, and so can be served to the tabs of any release. */
export const isAsset = (pathname: string): boolean => pathname.startsWith('/assets/');

const earlier = async (): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(prefix))
    .sort()
    .reverse();

/**
 * Before this release takes over: what open tabs of the one before may still need, such as pages that they have not
 * been to, is put aside, where it would be deleted with the change. Of two releases at most, for 14 days.
 * @param precache the name of the cache that both releases are brought into
 * @param own the addresses of this release's
 */
export async function keepEarlier(precache: string, own: ReadonlySet<string>, now: number): Promise<void> {
  const brought = await caches.open(precache);
  const gone = (await brought.keys()).filter(({ url }) => !own.has(url) && isAsset(new URL(url).pathname));
  if (gone.length) {
    const aside = await caches.open(prefix + now);
    for (const request of gone) {
      const answer = await brought.match(request);
      if (answer) await aside.put(request, answer);
    }
  }
  for (const [place, name] of (await earlier()).entries())
    if (place >= most || now - Number(name.slice(prefix.length)) > longestMs) await caches.delete(name);
}

/** A file that this release has not: out of what was put aside, else from the server, which keeps earlier ones too. */
export async function earlierAsset(request: Request): Promise<Response> {
  for (const cacheName of await earlier()) {
    const kept = await caches.match(request, { cacheName });
    if (kept) return kept;
  }
  return fetchAsset(request);
}

/**
 * Code that is not on the device. Where no answer begins in time, whoever waits for it is told that it did not come;
 * one that has begun may take its time.
 */
export async function fetchAsset(request: Request): Promise<Response> {
  const { signal, end } = deadline(assetDeadlineMs);
  try {
    return await fetch(request, { signal });
  } finally {
    end();
  }
}
