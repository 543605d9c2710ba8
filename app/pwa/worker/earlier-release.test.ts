import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { earlierAsset, keepEarlier } from './earlier-release.ts';

const precache = 'workbox-precache';
const at = (path: string) => `https://hearthkeep.test${path}`;
const day = 24 * 60 * 60 * 1000;
const begin = Date.UTC(2026, 0, 1);

/** The browser's caches, which Node lacks. */
let stored: Map<string, Map<string, string>>;

beforeEach(() => {
  stored = new Map();
  const open = async (name: string) => {
    const cache = stored.get(name) ?? new Map<string, string>();
    stored.set(name, cache);
    return {
      keys: async () => [...cache.keys()].map((url) => ({ url })),
      match: async ({ url }: { url: string }) => cache.get(url),
      put: async ({ url }: { url: string }, answer: string) => void cache.set(url, answer),
    };
  };
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async ({ url }: { url: string }, { cacheName }: { cacheName: string }) =>
      stored.get(cacheName)?.get(url),
  });
  vi.stubGlobal('fetch', async ({ url }: { url: string }) => `the server's ${url}`);
});
afterEach(() => vi.unstubAllGlobals());

/** Installs a release beside the one before, then lets it take over, as the worker does. */
async function release(paths: string[], now: number): Promise<void> {
  const cache = stored.get(precache) ?? new Map<string, string>();
  stored.set(precache, cache);
  for (const path of paths) cache.set(at(path), path);
  const releaseUrls = new Set(paths.map(at));
  await keepEarlier(precache, releaseUrls, now);
  for (const url of cache.keys()) if (!releaseUrls.has(url)) cache.delete(url);
}
const get = async (path: string) => String(await earlierAsset({ url: at(path) } as Request));

test('a file missing in a newer release is there for the tabs of the one before', async () => {
  await release(['/assets/a-1.js', '/assets/same-1.js', '/index.html?1'], begin);
  await release(['/assets/a-2.js', '/assets/same-1.js', '/index.html?2'], begin + day);
  expect(await get('/assets/a-1.js')).toBe('/assets/a-1.js');
  expect([...stored.values()].flatMap((cache) => [...cache.keys()])).not.toContain(at('/index.html?1'));
});

test('a file that is nowhere on the device comes from the server', async () => {
  await release(['/assets/a-1.js'], begin);
  expect(await get('/assets/a-0.js')).toBe(`the server's ${at('/assets/a-0.js')}`);
});

test('a release that was rolled back is kept like any other', async () => {
  await release(['/assets/a-1.js'], begin);
  await release(['/assets/a-2.js'], begin + 1);
  await release(['/assets/a-1.js'], begin + 2);
  expect(await get('/assets/a-2.js')).toBe('/assets/a-2.js');
});

test('two releases are kept at most, and none for longer than 14 days', async () => {
  for (const n of [1, 2, 3, 4]) await release([`/assets/a-${n}.js`], begin + n * day);
  expect([...stored.keys()]).toHaveLength(3);
  expect(await get('/assets/a-1.js')).toMatch(/^the server/);
  expect(await get('/assets/a-2.js')).toBe('/assets/a-2.js');
  await release(['/assets/a-4.js'], begin + 19 * day);
  expect([...stored.keys()]).toEqual([precache]);
});
