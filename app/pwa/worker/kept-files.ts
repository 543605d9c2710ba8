import { isOwn } from './own-answers.ts';

/**
 * A file whose address names its content: the device keeps it from the first use, for when there is no network.
 * @param most the number of files in this cache; the oldest are removed first
 * @param isWanted whether the server calls the answer the content of its address
 */
export async function keptFile(
  request: Request,
  { name, most, get = fetch, isWanted = () => true }: Kept,
): Promise<Response> {
  const cache = await caches.open(`hearthkeep-${name}`);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await get(request);
  if (isOwn(new URL(request.url).pathname, answer) && isWanted(answer))
    await keep(cache, request, answer.clone(), most).catch(() => {});
  return answer;
}

interface Kept {
  name: string;
  most: number;
  get?: (request: Request) => Promise<Response>;
  isWanted?: (answer: Response) => boolean;
}

async function keep(cache: Cache, request: Request, answer: Response, most: number): Promise<void> {
  await cache.put(request, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -most).map((old) => cache.delete(old)));
}
