import Router from '@koa/router';
import type { Context } from 'koa';
import type { Env } from '../../core/env.ts';
import { latest } from './latest.ts';
import type { VisitorParts } from './visitor-pages.ts';

/** The pages that search engines may show. */
const pages = ['/', '/services'];

type Parts = VisitorParts & { env: Pick<Env, 'PUBLIC_URL' | 'NODE_ENV'> };

/**
 * The files for search engines. Every address is the one of `PUBLIC_URL`: the machine's other names are for its own
 * browser. In development there is also what is published, as JSON.
 */
export function publishedFiles({ env, published, log }: Parts) {
  const router = new Router({ sensitive: true });
  router.get('/robots.txt', (ctx) => {
    const closed = ['/api/', '/sandbox/', '/admin', '/bookings', '/billing', '/profile', '/checkout/'];
    answer(
      ctx,
      'text/plain',
      [
        'User-agent: *',
        ...closed.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${env.PUBLIC_URL}/sitemap.xml`,
        '',
      ].join('\n'),
    );
  });
  router.get('/sitemap.xml', (ctx) => {
    const urls = pages.map((path) => `  <url><loc>${env.PUBLIC_URL}${path}</loc></url>\n`);
    answer(
      ctx,
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
    );
  });
  if (env.NODE_ENV === 'development') addPublished(router, { published, log });
  return router;
}

/** What is published as JSON, from which the development server renders the pages of visitors. */
function addPublished(router: Router, { published, log }: VisitorParts): void {
  const json = latest(
    published.edition,
    async () => JSON.stringify(await published.read()),
    (err) => log.error({ err }, 'what is published could not be read'),
  );
  router.get('/published.json', async (ctx) => {
    const text = await json();
    if (text === null) ctx.status = 503;
    else answer(ctx, 'application/json', text);
  });
}

function answer(ctx: Context, type: string, text: string): void {
  ctx.set('cache-control', 'no-cache');
  ctx.type = type;
  ctx.body = text;
}
