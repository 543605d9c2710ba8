import { isOwn } from './own-answers.ts';

const name = 'hearthkeep-brand';
/** The styles, a font, a mark and a logo, for this look and the one before. */
const most = 8;

/** Whether a file is of the business's own look; its address names its content. */
export const isBrandFile = ({ pathname, search }: URL): boolean =>
  pathname.startsWith('/brand/') ||
  pathname.startsWith('/fonts/') ||
  (pathname === '/brand.css' && search !== '');

/**
 * Whether the server calls the answer the content of its address: one that has not heard of a publication yet answers
 * for the new styles with the old ones, which no device may keep under that name.
 */
const isOfAddress = ({ pathname }: URL, { headers }: Response): boolean =>
  pathname !== '/brand.css' || /\bimmutable\b/.test(headers.get('cache-control') ?? '');

/** A file of the look, which the device keeps from the first use, so that the app has its colours without a network. */
export async function brandFile(request: Request): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  const url = new URL(request.url);
  if (isOwn(url.pathname, answer) && isOfAddress(url, answer))
    await keep(cache, request, answer.clone()).catch(() => {});
  return answer;
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -most).map((old) => cache.delete(old)));
}
