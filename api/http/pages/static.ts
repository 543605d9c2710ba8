import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, type Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';
import type { Context, Next } from 'koa';
import { isAppPage, isServerRoute, isUnknownPage } from '../../contract/rules/pages.ts';
import type { LookInUse } from '../../core/appearance.ts';
import { documentPolicy, type Site, workerPolicy } from '../headers.ts';
import { fillApp } from './app-page.ts';
import { keptFolder } from './kept-assets.ts';
import { isSignedInMark } from './signed-in-mark.ts';
import { unchanging } from './unchanging.ts';
import { type VisitorParts, visitorPageAt, visitorPages } from './visitor-pages.ts';

type Parts = Site & VisitorParts & { look: Pick<LookInUse, 'current'> };

/** The folder of the built app. */
export const built = fileURLToPath(new URL('../../../dist', import.meta.url));

/**
 * Serves the built app. Files come as the build compressed them: those with a hash in their name are cached for
 * good, the others are revalidated each time. `/` and `/services` are pages of their own for a visitor, and the app for
 * a browser with the mark of a sign-in. The app's page names the currency and has a new nonce in each answer; on unknown
 * paths it comes with 404 and says so. The pages and the worker are read once: they are of one release until the next
 * start, also when the app is built meanwhile. A missing file is a plain 404, never a page. Files of earlier releases
 * are served as long as they are kept, for tabs that are still open.
 */
export function staticFiles(deps: Parts, folder = built) {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return notBuilt;
  const app = readFileSync(page, 'utf8');
  const appPage = perPublication(deps, () =>
    fillApp(app, {
      name: deps.env.BUSINESS_NAME,
      currency: deps.env.CURRENCY,
      look: deps.look.current(),
    }).split('__CSP_NONCE__'),
  );
  const policy = documentPolicy(deps);
  const kept = keptFolder(deps.env.DATA_DIR);
  const answerVisitor = visitorPages(deps, folder);
  const answerWorker = worker(join(folder, 'sw.js'));
  return async (ctx: Context, next: Next): Promise<void> => {
    const { path } = ctx;
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || isServerRoute(path)) return next();
    const visitors = visitorPageAt(path);
    if (visitors && !visitors.isStored) ctx.vary('Cookie');
    if (visitors && (visitors.isStored || !isSignedInMark(ctx.get('cookie')))) {
      if (await answerVisitor(ctx, visitors.name)) return;
      if (visitors.isStored) return unavailable(ctx);
      // No page could be made yet: the app reads what is published by itself.
      return answerPage(ctx);
    }
    if (path === '/index.html' || isAppPage(path) || isUnknownPage(path)) return answerPage(ctx);
    if (path === '/sw.js' && answerWorker) return answerWorker(ctx);
    await answerFile(ctx);
  };

  function answerPage(ctx: Context): void {
    const nonce = randomBytes(16).toString('base64');
    ctx.status = isUnknownPage(ctx.path) ? 404 : 200;
    ctx.set('content-security-policy', policy(nonce));
    ctx.set('cache-control', 'no-cache');
    ctx.type = 'html';
    ctx.body = appPage().join(nonce);
  }

  async function answerFile(ctx: Context): Promise<void> {
    const hashed = ctx.path.startsWith('/assets/');
    ctx.set('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    ctx.vary('Accept-Encoding');
    const found =
      (await sendFrom(ctx, folder, ctx.path)) ||
      (hashed && (await sendFrom(ctx, kept, ctx.path.slice('/assets'.length))));
    if (!found) return notFound(ctx);
    if (ctx.fresh) ctx.status = 304;
  }
}

/** A value that is made of the published facts, and made again once others are published. */
function perPublication<T>({ business, look }: Parts, make: () => T): () => T {
  let made: { of: readonly unknown[]; value: T } | undefined;
  return () => {
    const of = [business.current(), look.current()];
    if (!made || of.some((one, n) => one !== made?.of[n])) made = { of, value: make() };
    return made.value;
  };
}

/** @returns whether there is such a file */
async function sendFrom(ctx: Context, root: string, path: string): Promise<boolean> {
  try {
    return Boolean(await send(ctx, path, { root, format: false, setHeaders: setEtag }));
  } catch (error) {
    if (!isHttpError(error) || error.status >= 500) throw error;
    return false;
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

/** The worker as the build left and compressed it; `null` if there is none. */
function worker(file: string): ((ctx: Context) => Promise<void>) | null {
  if (!existsSync(file)) return null;
  const read = (name: string) => {
    if (!existsSync(name)) return undefined;
    const body = readFileSync(name);
    return async () => body;
  };
  const answer = unchanging(readFileSync(file), { br: read(`${file}.br`), gzip: read(`${file}.gz`) });
  return async (ctx) => {
    await answer(ctx);
    ctx.set('content-security-policy', workerPolicy);
    ctx.type = 'js';
  };
}

/** The worker keeps the page that it has. */
function unavailable(ctx: Context): void {
  ctx.status = 503;
  ctx.set('cache-control', 'no-store');
  ctx.body = 'The page could not be made';
}

async function notBuilt(ctx: Context, next: Next): Promise<void> {
  if (isServerRoute(ctx.path)) return next();
  ctx.status = 503;
  ctx.body = 'The app has not been built. Run: npm run build';
}
