import { beforeEach, expect, test, vi } from 'vitest';

let online: typeof import('./online.ts');
beforeEach(async () => {
  vi.resetModules();
  online = await import('./online.ts');
  online.heard();
});

const healthz = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const well = async () => Response.json({ status: 'alive' });

test('one call that fails while the server answers is no missing network', async () => {
  healthz(well);
  await online.doubt();
  expect(online.isOnline()).toBe(true);
});

test('where nothing, or something else, answers in the server’s place there is none', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    async () => new Response('{}', { headers: { 'content-type': 'application/captive+json' } }),
  ]) {
    online.heard();
    healthz(answer);
    await online.doubt();
    expect(online.isOnline()).toBe(false);
  }
});

test('what was heard while it was asked counts more', async () => {
  healthz(async () => {
    online.heard();
    throw new TypeError('Failed to fetch');
  });
  await online.doubt();
  expect(online.isOnline()).toBe(true);
});

test('many who doubt at once ask once', async () => {
  let asked = 0;
  healthz(() => {
    asked += 1;
    return well();
  });
  await Promise.all([online.doubt(), online.doubt(), online.doubt()]);
  expect(asked).toBe(1);
});
