import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, type Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import { isAppPage } from '../contract/pages.ts';
import type { Deps } from '../deps.ts';
import { documentPolicy, workerPolicy } from './headers.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
/** What the server answers itself; a path below that it does not know is no page. */
const server = /^\/(api|calendar|chat|sandbox|oidc-consent|healthz|readyz)(\/|$)/;

/**
 * The built app. Files come as they were compressed by the build: those whose name holds a hash for good, the others
 * asked for anew each time. The page comes with a nonce of its own for each answer, for unknown paths too, but with
 * 404: the app says so. A missing file is a plain 404, never a page in its place.
 */
export function staticFiles(deps: Pick<Deps, 'env' | 'payments'>, folder = built) {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return notBuilt;
  const [before = '', ...rest] = readFileSync(page, 'utf8').split('__CSP_NONCE__');
  const policy = documentPolicy(deps);
  return async (ctx: Context, next: Next): Promise<void> => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || server.test(ctx.path)) return next();
    if (ctx.path === '/index.html' || isPage(ctx.path)) return answerPage(ctx);
    await answerFile(ctx);
  };

  function answerPage(ctx: Context): void {
    const nonce = randomBytes(16).toString('base64');
    ctx.status = ctx.path === '/index.html' || isAppPage(ctx.path) ? 200 : 404;
    ctx.set('content-security-policy', policy(nonce));
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'html';
    ctx.body = [before, ...rest].join(nonce);
  }

  async function answerFile(ctx: Context): Promise<void> {
    const hashed = ctx.path.startsWith('/assets/');
    ctx.set('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    ctx.vary('Accept-Encoding');
    if (ctx.path === '/sw.js') ctx.set('content-security-policy', workerPolicy);
    try {
      const found = await send(ctx, ctx.path, { root: folder, format: false, setHeaders: setEtag });
      if (!found) return notFound(ctx);
    } catch (error) {
      if (!isHttpError(error) || error.status >= 500) throw error;
      return notFound(ctx);
    }
    if (ctx.get('if-none-match') === ctx.response.get('etag')) ctx.status = 304;
  }
}

const isHttpError = (error: unknown): error is { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

function setEtag(res: ServerResponse, _path: string, stats: Stats): void {
  res.setHeader('etag', `W/"${stats.size}-${stats.mtimeMs}"`);
}

function notFound(ctx: Context): void {
  ctx.remove('content-encoding');
  ctx.status = 404;
  ctx.set('cache-control', 'no-store');
  ctx.body = 'Not found';
}

/** What has an extension in its last part is a file, whether it is there or not. */
const isPage = (path: string): boolean => !path.slice(path.lastIndexOf('/')).includes('.');

async function notBuilt(ctx: Context, next: Next): Promise<void> {
  if (server.test(ctx.path)) return next();
  ctx.status = 503;
  ctx.body = 'The app has not been built. Run: npm run build';
}
