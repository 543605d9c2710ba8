import { afterEach, expect, test, vi } from 'vitest';
import { brandFile } from './brand-files.ts';

afterEach(() => vi.unstubAllGlobals());

test('styles are kept only if the server that answered has the look that their address names', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    put: async ({ url }: Request, answer: Response) => void kept.set(url, answer),
    keys: async () => [],
  };
  vi.stubGlobal('caches', { open: async () => cache });
  let control = 'no-cache';
  let css = 'of the old look';
  vi.stubGlobal(
    'fetch',
    async () => new Response(css, { headers: { 'content-type': 'text/css', 'cache-control': control } }),
  );
  const shown = async () =>
    (await brandFile(new Request('https://hearthkeep.example/brand.css?look=new'))).text();
  expect(await shown()).toBe('of the old look');
  [control, css] = ['public, max-age=31536000, immutable', 'of the new look'];
  expect(await shown()).toBe('of the new look');
  [control, css] = ['no-cache', 'of a later look'];
  expect(await shown()).toBe('of the new look');
});
