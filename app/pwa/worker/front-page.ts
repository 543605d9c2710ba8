import { keyOf } from '../../lib/api.ts';
import { inTime } from '../../lib/in-time.ts';
import { dropCacheRecords, readCacheRecord } from '../cache/cache-records.ts';

const visitorCache = 'hearthkeep-landing';
/** The hash of the stored user's record; hashes of path keys are their JSON. */
export const userHash = JSON.stringify(keyOf('readUser'));
const storagePatienceMs = 400;
const networkPatienceMs = 6000;

type VisitorPage = '/landing.html' | '/catalogue.html';
type Precached = (url: '/index.html' | VisitorPage) => Promise<Response>;

/**
 * The answer for a path that has a page of its own for visitors. A person whom this device remembers gets the app, at
 * once and without a network, and so does a person who has just signed in. Otherwise the server decides which page it
 * is, since only the server can read the mark of a sign-in in every browser (older Safari shows workers no cookies).
 * Without the server, it is the visitor's own last page, or the one that came with the worker.
 */
export async function frontPage(request: Request, url: VisitorPage, precached: Precached): Promise<Response> {
  // The mark is checked first, because it needs no database.
  if ((await carriesMark()) || (await rememberedId()) !== null) return precached('/index.html');
  const answered = fetch(request).then(async (response) => {
    if (response.ok && response.headers.get('content-location') === url) await keep(url, response.clone());
    return response;
  });
  try {
    return await inTime(answered, networkPatienceMs);
  } catch {
    const kept = await caches.match(url, { cacheName: visitorCache }).catch(() => undefined);
    return kept ?? precached(url);
  }
}

/**
 * The answer for a page that this release does not know: the server's own, or our not-found page without a network.
 */
export async function unknownPage(request: Request, precached: Precached): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return precached('/index.html');
  }
}

/** Drops the kept pages of visitors: a newer worker brings newer ones, whose scripts it has. */
export async function dropKeptPages(): Promise<void> {
  await caches.delete(visitorCache);
}

/** The id of the person whom this device remembers; `null` without one, or if the storage does not answer. */
export async function rememberedId(): Promise<string | null> {
  try {
    const user = await inTime(readCacheRecord(userHash), storagePatienceMs);
    return user?.owner ?? null;
  } catch {
    return null;
  } finally {
    // A worker sleeps for long, so it must not hold a connection that may die or block a page.
    dropCacheRecords();
  }
}

/** Whether the mark of a sign-in exists, in browsers whose workers may read cookies. */
async function carriesMark(): Promise<boolean> {
  const { cookieStore } = globalThis as {
    cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  };
  const mark = await cookieStore?.get('hearthkeep-in').catch(() => null);
  return Boolean(mark?.value);
}

async function keep(url: VisitorPage, response: Response): Promise<void> {
  // A full device does without the kept page.
  await caches
    .open(visitorCache)
    .then((cache) => cache.put(url, response))
    .catch(() => {});
}
