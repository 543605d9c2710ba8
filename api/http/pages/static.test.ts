import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyOf, script, servedApp, signedIn } from '../../testing/servers/built-app.ts';

let app: Awaited<ReturnType<typeof servedApp>>;
let folder: string;
let get: typeof app.get;
beforeAll(async () => {
  app = await servedApp();
  ({ folder, get } = app);
});
afterAll(() => app.close());

test('the page’s nonce is the one in its policy, and new each time', async () => {
  const nonces = new Set<string>();
  for (const path of ['/', '/bookings/1', '/index.html', '/']) {
    const response = await get(path, signedIn);
    const html = await response.text();
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policyOf(response)) ?? [];
    expect(html).toBe(
      `<!doctype html><meta name="csp-nonce" content="${nonce}"><meta name="currency" content="eur"><style nonce="${nonce}"></style>`,
    );
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('etag'), 'a 304 would bring an old nonce back').toBeNull();
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('the page runs only our own scripts and styles, and makes no markup from strings', async () => {
  const policy = policyOf(await get('/', signedIn));
  expect(policy).not.toMatch(/unsafe|\*|https:/);
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
    expect(policy.split('; ')).toContain(directive);
});

test('with real cards, the card provider may be loaded, framed and called', async () => {
  const real = await app.serve(
    folder,
    'https://js.stripe.com/endive/stripe.js',
    'https://hearthkeep.example',
  );
  const response = await fetch(real, signedIn);
  const policy = policyOf(response);
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com /);
  expect(policy).toMatch(/connect-src 'self' wss:\/\/hearthkeep\.example https:\/\/api\.stripe\.com/);
  expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com .*https:\/\/hooks\.stripe\.com/);
  expect(response.headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")');
  expect(response.headers.get('strict-transport-security')).toBeTruthy();
});

test('pages of the app are found, and others are the app’s own not-found page with 404', async () => {
  for (const path of [
    '/',
    '/signin',
    '/services',
    '/bookings',
    '/bookings/1',
    '/checkout/1',
    '/admin',
    '/billing/',
  ])
    expect((await get(path)).status, path).toBe(200);
  for (const path of ['/nowhere', '/bookings/1/2', '/checkout', '/%2e%2e/etc/passwd']) {
    const response = await get(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  }
});

test('a missing file is a plain 404, never a page', async () => {
  for (const path of [
    '/assets/old-def456.js',
    '/favicon.ico',
    '/published.json',
    '/.env',
    '/.vite/manifest.json',
    '/.server/visitor-pages.js',
    '/a.b/../.git/config.x',
  ]) {
    const response = await get(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get('content-type'), path).toMatch(/^text\/plain/);
    expect(policyOf(response)).toMatch(/^default-src 'none'/);
  }
});

test('a file deleted while the server runs is a 404 too', async () => {
  const file = join(folder, 'assets/gone-789abc.js');
  await writeFile(`${file}.br`, brotliCompressSync(script));
  await writeFile(file, script);
  const headers = { 'accept-encoding': 'br' };
  expect((await get('/assets/gone-789abc.js', { headers })).status).toBe(200);
  await rm(`${file}.br`);
  expect(await (await get('/assets/gone-789abc.js', { headers })).text()).toBe(script);
  await rm(file);
  expect((await get('/assets/gone-789abc.js', { headers })).status).toBe(404);
});

test('files of an earlier release are served while they are kept, and no other file of the data folder', async () => {
  const data = join(folder, 'data');
  await mkdir(join(data, 'assets'), { recursive: true });
  await writeFile(join(data, 'assets/earlier-def456.js'), 'export {};');
  await writeFile(join(data, 'assets/.release'), 'earlier-def456.js');
  await writeFile(join(data, 'session-secret'), 'secret');
  const earlier = await get('/assets/earlier-def456.js');
  expect(await earlier.text()).toBe('export {};');
  expect(earlier.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const path of [
    '/assets/.release',
    '/assets/..%2fsession-secret',
    '/assets/%2e%2e/session-secret',
    '/assets/..%5csession-secret',
    '/data/session-secret.x',
    '/earlier-def456.js',
  ]) {
    const refused = await get(path);
    expect(refused.status, path).toBe(404);
    expect(await refused.text()).not.toContain('secret');
  }
});

test('unknown routes of the server answer in the API’s one shape', async () => {
  for (const path of ['/api/nothing', '/calendar', '/chat', '/sandbox/nothing']) {
    const response = await get(path);
    expect(response.status, path).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  }
  expect((await get('/bookings', { method: 'POST' })).status).toBe(404);
});

test('hashed files are cached for good and compressed; the worker and the manifest are revalidated', async () => {
  const asset = await get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'br' } });
  expect(await asset.text()).toBe(script);
  expect(Object.fromEntries(asset.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/^text\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
  const head = await get('/assets/main-abc123.js', { method: 'HEAD' });
  expect(head.status).toBe(200);
  for (const path of ['/sw.js', '/manifest.webmanifest']) {
    const first = await get(path);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    for (const known of [etag, etag.replace('W/', ''), `"older", ${etag}`])
      expect((await app.revalidate(path, known)).status, known).toBe(304);
    const changed = await app.revalidate(path, '"older"');
    expect(changed.status).toBe(200);
    expect(await changed.text()).toBe(await first.text());
  }
});

test('a build while the server runs changes neither the worker nor the pages until the next start', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'hearthkeep-dist-'));
  const release = async (number: number) => {
    for (const file of ['index.html', 'sw.js']) await writeFile(join(dist, file), `${number}`);
    await writeFile(join(dist, 'sw.js.br'), brotliCompressSync(`${number}`));
  };
  const seen = (at: string) =>
    Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await fetch(`${at}/sw.js`, { headers: { 'accept-encoding': encoding } });
        expect(response.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
        expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
        expect(response.headers.get('vary')).toBe('Accept-Encoding');
        return [response.headers.get('etag'), await response.text()];
      }),
    );
  await release(1);
  const running = await app.serve(dist);
  const before = await seen(running);
  await release(2);
  expect(await seen(running)).toEqual(before);
  expect(before.map(([, body]) => body)).toEqual(['1', '1', '1']);
  const after = await seen(await app.serve(dist));
  expect(after.map(([, body]) => body)).toEqual(['2', '2', '2']);
  expect(after[0]?.[0]).not.toBe(before[0]?.[0]);
  await rm(dist, { recursive: true });
});

test('the worker’s own policy allows it to fetch from us', async () => {
  expect(policyOf(await get('/sw.js'))).toContain("connect-src 'self'");
});

test('without a build the answer says what is missing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'hearthkeep-empty-'));
  const response = await fetch(await app.serve(empty));
  expect(response.status).toBe(503);
  expect(await response.text()).toMatch(/npm run build/);
  await rm(empty, { recursive: true });
});

test('every answer has the headers that a scanner checks', async () => {
  for (const path of ['/', '/api/nothing', '/assets/main-abc123.js', '/missing.js']) {
    const { headers } = await get(path);
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
    ])
      expect(headers.get(name), `${name} of ${path}`).toBeTruthy();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control') ?? '').toMatch(path.startsWith('/api/') ? /no-store/ : /./);
  }
});
