import { keyOf } from '../../lib/api.ts';
import { inTime } from '../../lib/in-time.ts';
import { dropCacheRecords, readCacheRecord } from '../cache/cache-records.ts';

const landingCache = 'hearthkeep-landing';
const landingUrl = '/landing.html';
/** The stored user's record; query hashes of paths are their JSON. */
export const userHash = JSON.stringify(keyOf('readUser'));
const storagePatienceMs = 400;
const networkPatienceMs = 6000;

type Precached = (url: '/index.html' | '/landing.html') => Promise<Response>;

/**
 * What `/` shows. Whoever this device remembers gets the app, at once and without a network; so does whoever has just
 * signed in. Else the server says which page it is, since only it can read the mark of a sign-in in every browser
 * (older Safari shows workers no cookies); without it, a visitor's own last landing page, or the one that came with
 * the worker.
 */
export async function frontPage(request: Request, precached: Precached): Promise<Response> {
  // The mark first: for it no database has to be opened.
  if ((await carriesMark()) || (await rememberedId()) !== null) return precached('/index.html');
  const answered = fetch(request).then(async (response) => {
    if (response.ok && response.headers.get('content-location') === landingUrl) await keep(response.clone());
    return response;
  });
  try {
    return await inTime(answered, networkPatienceMs);
  } catch {
    const kept = await caches.match(landingUrl, { cacheName: landingCache }).catch(() => undefined);
    return kept ?? precached(landingUrl);
  }
}

/** A page that is not ours to know: the server's own answer, or our not-found page without a network. */
export async function unknownPage(request: Request, precached: Precached): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return precached('/index.html');
  }
}

/** A newer worker brings a newer landing page, whose scripts it has. */
export async function dropKeptLanding(): Promise<void> {
  await caches.delete(landingCache);
}

/** The id of whoever this device remembers; `null` where it remembers nobody, or does not answer. */
export async function rememberedId(): Promise<string | null> {
  try {
    const user = await inTime(readCacheRecord(userHash), storagePatienceMs);
    return user?.owner ?? null;
  } catch {
    return null;
  } finally {
    // A worker sleeps for long: it holds no connection that may die under it or be in the way of a page's.
    dropCacheRecords();
  }
}

/** Where workers may read cookies. */
async function carriesMark(): Promise<boolean> {
  const { cookieStore } = globalThis as {
    cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  };
  const mark = await cookieStore?.get('hearthkeep-in').catch(() => null);
  return Boolean(mark?.value);
}

async function keep(response: Response): Promise<void> {
  // A full device goes without.
  await caches
    .open(landingCache)
    .then((cache) => cache.put(landingUrl, response))
    .catch(() => {});
}
