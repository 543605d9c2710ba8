import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { pino } from 'pino';
import { securityHeaders } from '../../http/headers.ts';
import { staticFiles } from '../../http/pages/static.ts';
import { requestLog } from '../../http/request-log.ts';

export const script = 'export const answer = 42;'.repeat(50);
export const style = 'body{color:#123}';

/** In the place of the build's bundle: shows the business's name, and fails for one of them. */
const bundle = `
const page = (kind) => ({ business: { name } }) => {
  if (name === 'Fails') throw new Error('cannot be rendered');
  return { head: \`<title>\${name}: \${kind}</title>\`, style: '', body: \`<p>$& \${kind}</p>\` };
};
export const landing = page('landing');
export const catalogue = page('catalogue');
`;

/** A folder like the one that the build leaves. */
async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-dist-'));
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
  return folder;
}

/** A built app and what is published, served without the rest of the server. */
export async function servedApp() {
  const folder = await buildFolder();
  const servers: Server[] = [];
  /** What is published; `reads` counts how often it was read. */
  const published = { name: 'Harbour House', edition: '1', reads: 0 };
  /** What was logged. */
  const failures: string[] = [];

  /** Starts another server of a built app. @returns its address */
  async function serve(
    dist = folder,
    scriptUrl = '/sandbox/payments/stripe.js',
    publicUrl = 'http://localhost',
  ): Promise<string> {
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
        edition: () => published.edition,
        async read() {
          published.reads += 1;
          if (published.name === 'Unreadable') throw new Error('no database');
          return { business: { name: published.name } } as never;
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

  const url = await serve();
  const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  return {
    folder,
    published,
    failures,
    serve,
    get,
    /** Asks as a browser does that has a copy. By itself, fetch would add `no-cache`, which refuses every copy. */
    revalidate: (path: string, etag: string) =>
      get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }),
    /** Publishes other facts. */
    publish(name: string) {
      published.name = name;
      published.edition += '1';
    },
    async close() {
      for (const server of servers) server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A request by a browser in which somebody is signed in. */
export const signedIn = { headers: { cookie: 'other=1; hearthkeep-in=abc_-1' } };
export const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
