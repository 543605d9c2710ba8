import { deadline } from '../../lib/deadline.ts';

/** The prefix of a cache for each replaced release, named after the time of its replacement. */
const prefix = 'hearthkeep-earlier-';
const most = 2;
const assetDeadlineMs = 20_000;
const longestMs = 14 * 24 * 60 * 60 * 1000;

/** Whether a file is named after its content, and so can be served to the tabs of any release. */
export const isAsset = (pathname: string): boolean => pathname.startsWith('/assets/');

const earlier = async (): Promise<string[]> =>
  (await caches.keys())
    .filter((name) => name.startsWith(prefix))
    .sort()
    .reverse();

/**
 * Keeps the files that open tabs of the previous release may still need, such as pages not opened yet. Called before
 * this release takes over, which would delete them. Keeps two releases at most, for 14 days.
 * @param precache the name of the cache that both releases use
 * @param releaseUrls the addresses of this release's files
 */
export async function keepEarlier(
  precache: string,
  releaseUrls: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const brought = await caches.open(precache);
  const gone = (await brought.keys()).filter(
    ({ url }) => !releaseUrls.has(url) && isAsset(new URL(url).pathname),
  );
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

/**
 * A file that this release lacks: from the kept files, otherwise from the server, which keeps earlier releases too.
 */
export async function earlierAsset(request: Request): Promise<Response> {
  for (const cacheName of await earlier()) {
    const kept = await caches.match(request, { cacheName });
    if (kept) return kept;
  }
  return fetchAsset(request);
}

/**
 * Code that is not on the device. If no answer begins in time, the request fails; an answer that has begun may take
 * longer.
 */
export async function fetchAsset(request: Request): Promise<Response> {
  const { signal, end } = deadline(assetDeadlineMs);
  try {
    return await fetch(request, { signal });
  } finally {
    end();
  }
}
