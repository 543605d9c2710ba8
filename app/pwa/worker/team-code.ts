import { fetchAsset } from './earlier-release.ts';
import { isOwn } from './own-answers.ts';

const name = 'hearthkeep-team-code';
/** A script and a stylesheet, for this version and the one before. */
const most = 4;

/**
 * Whether a file belongs to the calendar's library, a sixth of all code, which only administrators open: members'
 * phones do not get it with the rest. A device on which an administrator works keeps it from the first use, so that
 * a tab of an older version still finds its own.
 */
export const isTeamCode = (pathname: string): boolean =>
  /^\/assets\/calendar-grid-[\w-]+\.(js|css)$/.test(pathname);

export async function keptTeamCode(request: Request): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetchAsset(request);
  if (isOwn(new URL(request.url).pathname, answer))
    await keep(cache, request, answer.clone()).catch(() => {});
  return answer;
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -most).map((old) => cache.delete(old)));
}
