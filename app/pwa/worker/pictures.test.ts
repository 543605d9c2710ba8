import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptPicture } from './pictures.ts';

const request = new Request('http://app/api/pictures/0c7f5a7e-0d4c-4f0e-9d0e-6d2f4c1b2a39?size=small');
let kept: Map<string, Response>;
let requests: number;

beforeEach(() => {
  kept = new Map();
  requests = 0;
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async ({ url }: Request) => kept.get(url)?.clone(),
      put: async ({ url }: Request, answer: Response) => void kept.set(url, answer),
      keys: async () => [...kept.keys()],
    }),
  });
});
afterEach(() => vi.unstubAllGlobals());

const serves = (type: string) =>
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return new Response('x', { headers: { 'content-type': type } });
  });

test('a picture is asked for once, and then is there without a network', async () => {
  serves('image/webp');
  await keptPicture(request);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  expect(await (await keptPicture(request)).text()).toBe('x');
  expect(requests).toBe(1);
});

test('a captive portal’s page is not kept in its place', async () => {
  serves('text/html');
  await keptPicture(request);
  expect(kept.size).toBe(0);
});
