import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptTeamCode } from './team-code.ts';

const request = new Request('http://app/assets/calendar-grid-1a.js');
let kept: Map<string, Response>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async ({ url }: Request) => kept.get(url),
      put: async ({ url }: Request, answer: Response) => void kept.set(url, answer),
      keys: async () => [...kept.keys()],
    }),
  });
});
afterEach(() => vi.unstubAllGlobals());

const serves = (type: string) =>
  vi.stubGlobal('fetch', async () => new Response('x', { headers: { 'content-type': type } }));

test('the library is kept from the first use', async () => {
  serves('text/javascript; charset=utf-8');
  await keptTeamCode(request);
  expect([...kept.keys()]).toEqual([request.url]);
});

test('a captive portal’s page is not kept in its place', async () => {
  serves('text/html');
  await keptTeamCode(request);
  expect(kept.size).toBe(0);
});
