import { beforeEach, expect, test, vi } from 'vitest';

let online: typeof import('./online.ts');
beforeEach(async () => {
  vi.resetModules();
  online = await import('./online.ts');
  online.heard();
});

const healthz = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const well = async () => Response.json({ status: 'alive' });

test('a single failed call does not mean a missing network, if the server answers', async () => {
  healthz(well);
  await online.doubt();
  expect(online.isOnline()).toBe(true);
});

test('the network counts as missing if nobody, or another server, answers', async () => {
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

test('the network counts as present if another call is answered while the server is asked', async () => {
  healthz(async () => {
    online.heard();
    throw new TypeError('Failed to fetch');
  });
  await online.doubt();
  expect(online.isOnline()).toBe(true);
});

test('several doubts at once send one request', async () => {
  let requests = 0;
  healthz(() => {
    requests += 1;
    return well();
  });
  await Promise.all([online.doubt(), online.doubt(), online.doubt()]);
  expect(requests).toBe(1);
});
