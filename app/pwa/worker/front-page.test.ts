import 'fake-indexeddb/auto';
import { hashKey } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../lib/api.ts';
import { clearCacheRecords, writeCacheRecords } from '../cache/cache-records.ts';
import { frontPage, rememberedId, userHash } from './front-page.ts';

afterEach(() => vi.unstubAllGlobals());

test('the worker looks for the signed-in person under the cache’s own name', () => {
  expect(userHash).toBe(hashKey(keyOf('readUser')));
});

test('the remembered person is found without reading all stored data', async () => {
  const kept = (hash: string, owner: string | null) => ({ hash, owner, mark: null, query: {} as never });
  expect(await rememberedId()).toBeNull();
  await writeCacheRecords([kept(userHash, 'mia'), kept('services', null)], []);
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  expect(await rememberedId()).toBe('mia');
  expect(all).not.toHaveBeenCalled();
  await clearCacheRecords();
  expect(await rememberedId()).toBeNull();
});

test('a person with the mark of a sign-in, or remembered where workers see no cookies, gets the app at once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('caches', { match: async () => undefined });
  const shown = () =>
    frontPage(
      new Request('https://hearthkeep.example/services'),
      '/catalogue.html',
      async (url) => new Response(url),
    ).then((page) => page.text());
  const mark = { value: '' };
  vi.stubGlobal('cookieStore', { get: async () => mark });
  expect(await shown()).toBe('/catalogue.html');
  mark.value = 'of mia';
  const opened = vi.spyOn(indexedDB, 'open');
  expect(await shown()).toBe('/index.html');
  expect(opened).not.toHaveBeenCalled();
  vi.stubGlobal('cookieStore', undefined);
  await writeCacheRecords([{ hash: userHash, owner: 'mia', mark: null, query: {} as never }], []);
  expect(await shown()).toBe('/index.html');
  await clearCacheRecords();
});

test('without a network a visitor gets the last page that the server sent, each path its own', async () => {
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', {
    match: async (url: string) => kept.get(url)?.clone(),
    open: async () => ({ put: async (url: string, page: Response) => void kept.set(url, page) }),
  });
  let answer = async (): Promise<Response> =>
    new Response('of today', { headers: { 'content-location': '/catalogue.html' } });
  vi.stubGlobal('fetch', () => answer());
  const shown = async (path: string, file: '/landing.html' | '/catalogue.html') =>
    (
      await frontPage(
        new Request(`https://hearthkeep.example${path}`),
        file,
        async (url) => new Response(`precached ${url}`),
      )
    ).text();
  expect(await shown('/services', '/catalogue.html')).toBe('of today');
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await shown('/services', '/catalogue.html')).toBe('of today');
  expect(await shown('/', '/landing.html')).toBe('precached /landing.html');
});
