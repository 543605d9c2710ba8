import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Next } from 'koa';
import sirv from 'sirv';
import type { Env } from '../env.ts';
import { documentPolicy, newNonce } from './headers.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
/** The app's own routes (spec §2); any other page is not found, and the app says so. */
const pages = [
  /^\/$/,
  /^\/(signin|services|bookings|profile|subscribe|billing|admin)\/?$/,
  /^\/bookings\/[^/]+\/?$/,
  /^\/checkout\/[^/]+\/?$/,
];

/**
 * The built app: files as they are (hashed ones for ever), and its document with a fresh nonce for every other
 * address. A missing file is a plain 404: a document in a script's place would break an open tab.
 */
export function staticFiles({ env }: { env: Env }) {
  let html: string;
  try {
    html = readFileSync(resolve(dist, 'index.html'), 'utf8');
  } catch {
    return async (ctx: Context) => {
      ctx.status = 503;
      ctx.body = 'The app is not built yet. Run npm start, or npm run build.';
    };
  }
  const files = sirv(dist, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) =>
      res.setHeader(
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  return async (ctx: Context, _next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return;
    if (ctx.path !== '/index.html' && extname(ctx.path)) return serveFile(ctx, files);
    const nonce = newNonce();
    ctx.status = ctx.path === '/index.html' || pages.some((page) => page.test(ctx.path)) ? 200 : 404;
    ctx.set('content-security-policy', documentPolicy(nonce, env));
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'html';
    ctx.body = html.replace('__CSP_NONCE__', nonce);
  };
}

/** sirv writes the answer itself; what it does not have is left for a 404. */
function serveFile(ctx: Context, files: ReturnType<typeof sirv>): Promise<void> {
  return new Promise((done) => {
    ctx.res.once('close', done);
    ctx.respond = false;
    ctx.res.statusCode = 200;
    files(ctx.req, ctx.res, () => {
      ctx.respond = true;
      ctx.status = 404;
      done();
    });
  });
}
