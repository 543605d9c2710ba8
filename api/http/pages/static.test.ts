import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers.ts';
import { requestLog } from '../request-log.ts';
import { staticFiles } from './static.ts';

const script = 'export const answer = 42;'.repeat(50);
const style = 'body{color:#123}';
let folder: string;
const servers: Server[] = [];
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-dist-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="currency" content="__CURRENCY__"><style nonce="__CSP_NONCE__"></style>',
  );
  for (const file of ['landing.html', 'catalogue.html'])
    await writeFile(
      join(folder, file),
      `<!doctype html><!--head--><style>${style}</style><style>b{color:red}</style><!--body-->`,
    );
  await mkdir(join(folder, '.server'));
  await writeFile(join(folder, '.server/visitor-pages.js'), bundle);
  await writeFile(join(folder, 'assets/main-abc123.js'), script);
  await writeFile(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'sw.js'), 'self.x = 1;');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  url = await serve(folder);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** In the place of the build's bundle: shows the business's name, and fails for one of them. */
const bundle = `
const page = (kind) => ({ business: { name } }) => {
  if (name === 'Fails') throw new Error('cannot be rendered');
  return { head: \`<title>\${name}: \${kind}</title>\`, style: '', body: \`<p>$& \${kind}</p>\` };
};
export const landing = page('landing');
export const catalogue = page('catalogue');
`;

let businessName = 'Harbour House';
let edition = '1';
let reads = 0;
const failures: string[] = [];

async function serve(
  dist: string,
  scriptUrl = '/sandbox/payments/stripe.js',
  publicUrl = 'http://localhost',
) {
  const deps = {
    env: {
      PUBLIC_URL: publicUrl,
      DATA_DIR: join(folder, 'data'),
      CURRENCY: 'eur',
      BUSINESS_NAME: 'Harbour House',
    } as never,
    business: { current: () => ({}) as never },
    look: { current: () => ({ hash: '' }) as never },
    log: { error: (_facts: object, text: string) => void failures.push(text) },
    published: {
      edition: () => edition,
      async read() {
        reads += 1;
        if (businessName === 'Unreadable') throw new Error('no database');
        return { business: { name: businessName } } as never;
      },
    },
    payments: { browser: { publishableKey: '', scriptUrl } } as never,
  };
  const koa = new Koa();
  koa.use(requestLog(pino({ level: 'silent' })));
  koa.use(securityHeaders(deps));
  koa.use(staticFiles(deps, dist));
  const server = createServer(koa.callback());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
/** Asks as a browser does that has a copy. By itself, fetch would add `no-cache`, which refuses every copy. */
const revalidate = (path: string, etag: string) =>
  get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
const signedIn = { headers: { cookie: 'other=1; hearthkeep-in=abc_-1' } };
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

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
  const real = await serve(folder, 'https://js.stripe.com/endive/stripe.js', 'https://hearthkeep.example');
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
      expect((await revalidate(path, known)).status, known).toBe(304);
    const changed = await revalidate(path, '"older"');
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
  const running = await serve(dist);
  const before = await seen(running);
  await release(2);
  expect(await seen(running)).toEqual(before);
  expect(before.map(([, body]) => body)).toEqual(['1', '1', '1']);
  const after = await seen(await serve(dist));
  expect(after.map(([, body]) => body)).toEqual(['2', '2', '2']);
  expect(after[0]?.[0]).not.toBe(before[0]?.[0]);
  await rm(dist, { recursive: true });
});

test('the worker’s own policy allows it to fetch from us', async () => {
  expect(policyOf(await get('/sw.js'))).toContain("connect-src 'self'");
});

test('without a build the answer says what is missing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'hearthkeep-empty-'));
  const response = await fetch(await serve(empty));
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

describe.each([
  ['/', '/landing.html', 'landing'],
  ['/services', '/catalogue.html', 'catalogue'],
])('at %s', (path, file, kind) => {
  const titleOf = async (init?: RequestInit) =>
    /<title>(.*)<\/title>/.exec(await (await get(path, init)).text())?.[1];

  test('a visitor gets a page of their own, and a browser with the mark of a sign-in gets the app', async () => {
    const visitors = `Harbour House: ${kind}`;
    expect(await titleOf()).toBe(visitors);
    expect(await titleOf({ headers: { cookie: 'hearthkeep-in=; other=1' } })).toBe(visitors);
    expect(await titleOf({ headers: { cookie: 'not-hearthkeep-in=abc' } })).toBe(visitors);
    expect(await titleOf(signedIn)).toBeUndefined();
    for (const init of [{}, signedIn]) {
      const { headers } = await get(path, init);
      expect(headers.get('vary')).toContain('Cookie');
      expect(headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('the page’s styles are those in its policy, and no other; its parts are put in as they are', async () => {
    const answer = await get(path);
    const policy = policyOf(answer).split('; ');
    const hashes = [style, 'b{color:red}'].map(
      (one) => `'sha256-${createHash('sha256').update(one).digest('base64')}'`,
    );
    expect(policy).toContain(`style-src ${hashes.join(' ')}`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https:|nonce/);
    expect(await answer.text()).toContain(`<p>$& ${kind}</p>`);
  });

  test('the page is stored under its own name, compressed, and not sent twice', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await get(path, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(await answer.text()).toContain(`<p>$& ${kind}</p>`);
    }
    const first = await get(path, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-location': file,
      vary: 'Cookie, Accept-Encoding',
    });
    const again = await revalidate(path, first.headers.get('etag') ?? '');
    expect(again.status).toBe(304);
    expect(policyOf(again)).toBe(policyOf(first));
    // The worker stores the visitor's page, also while a person is signed in.
    expect(await (await get(file, signedIn)).text()).toContain('<title>');
    expect((await get('/index.html', signedIn)).headers.get('content-location')).toBeNull();
  });

  test('the page is made once for each edition, and has other words and another tag after a publication', async () => {
    const address = await serve(folder);
    const page = async () => {
      const answer = await fetch(`${address}${path}`);
      return { html: await answer.text(), tag: answer.headers.get('etag') };
    };
    const readBefore = reads;
    const [before] = await Promise.all([page(), page(), page()]);
    businessName = 'Tran & Daughters';
    expect((await page()).html, 'without a publication').toBe(before?.html);
    expect(reads - readBefore).toBe(1);
    edition += '1';
    const after = await page();
    expect(after.html).toContain(`<title>Tran & Daughters: ${kind}</title>`);
    expect(after.tag).not.toBe(before?.tag);
    businessName = 'Harbour House';
    edition += '1';
  });

  test.each(['Fails', 'Unreadable'])(
    'an edition that cannot be made (%s) is logged, and the last good page is sent until the next one',
    async (name) => {
      const address = await serve(folder);
      const page = () => fetch(`${address}${path}`);
      const before = await (await page()).text();
      failures.length = 0;
      businessName = name;
      edition += '1';
      expect(await (await page()).text()).toBe(before);
      expect(await (await page()).text()).toBe(before);
      expect(failures).toEqual(['a page of visitors could not be made']);
      // A process that never made one sends the app, which reads what is published by itself.
      const fresh = await serve(folder);
      const app = await fetch(`${fresh}${path}`);
      expect(app.status).toBe(200);
      expect(await app.text()).toContain('csp-nonce');
      expect((await fetch(`${fresh}${file}`)).status).toBe(503);
      businessName = 'Harbour House';
      edition += '1';
      expect(await (await page()).text()).toBe(before);
    },
  );
});
