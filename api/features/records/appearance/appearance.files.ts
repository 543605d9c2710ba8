import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import { notFound } from '../../../core/refusal.ts';
import type { Deps } from '../../../deps.ts';
import { hashOf } from './appearance.rows.ts';
import { type Drawn, drawIcon, iconNames, markDrawing } from './icons.service.ts';
import { readBrandPicture } from './look.service.ts';

/** The manifest of the product's own look, which the build copies unchanged. */
const ownManifest = readFileSync(
  fileURLToPath(new URL('../../../../manifest.webmanifest', import.meta.url)),
  'utf8',
);

/**
 * The files of the published look: its styles, pictures, icons, start pictures and manifest. They are made at the
 * first request after a publication. Of the product's own look they are the build's, except for the name in the
 * manifest.
 */
export function appearanceFiles(deps: Deps): Router {
  const router = new Router({ sensitive: true, strict: true });
  const made = new Map<string, Promise<Drawn>>();
  let madeFor = '';

  /** A drawn file, kept until the next publication. */
  function drawn(name: string): Promise<Drawn> {
    const { hash } = deps.look.current();
    if (hash !== madeFor) made.clear();
    madeFor = hash;
    let file = made.get(name);
    if (!file) {
      file = drawIcon(deps, name);
      made.set(name, file);
      file.catch(() => made.delete(name));
    }
    return file;
  }

  router.get('/brand.css', (ctx) => {
    const { css, hash } = deps.look.current();
    answer(ctx, { body: Buffer.from(css), type: 'text/css', isOf: hash });
  });

  router.get('/brand/:id.png', async (ctx) => {
    const body = await readBrandPicture(deps.db, { id: ctx.params.id ?? '', size: 'shown' });
    if (!body) throw notFound('Picture');
    // Its address names its content.
    answer(ctx, { body, type: 'image/png', isOf: true });
  });

  router.get('/manifest.webmanifest', (ctx) => {
    const body = Buffer.from(JSON.stringify(manifestOf(deps)));
    answer(ctx, { body, type: 'application/manifest+json' });
  });

  router.get('/icons/mark.svg', (ctx, next) => {
    const { hash, mark, colours } = deps.look.current();
    if (!hash || mark) return next();
    return answer(ctx, { body: markDrawing(colours), type: 'image/svg+xml', isOf: hash });
  });

  const icon = async (ctx: Context, next: Next) => {
    const { hash } = deps.look.current();
    const name = ctx.path.slice(1);
    if (!hash || !iconNames.has(name)) return next();
    return answer(ctx, { body: await drawn(name), type: 'image/png', isOf: hash });
  };
  router.get('/icons/:file', icon);
  router.get('/splash/:palette/:file', icon);
  return router;
}

/**
 * Answers with a file that is revalidated each time; one whose address names its content is kept for good.
 * @param file.isOf the content's name, which the query `look` of such an address repeats; `true` if the path has it
 */
function answer(
  ctx: Context,
  { body, type, isOf }: { body: Buffer; type: string; isOf?: string | true },
): void {
  const isNamed = isOf === true || (isOf && ctx.query.look === isOf);
  ctx.set('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('etag', `W/"${hashOf(body)}"`);
  ctx.status = 200;
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}

/** The manifest with the business's name, and its own colours and icons. */
function manifestOf(deps: Pick<Deps, 'business' | 'look' | 'texts'>): object {
  const { name } = deps.business.current();
  const { hash, paper } = deps.look.current();
  const product = JSON.parse(ownManifest) as { icons: { src: string }[] };
  return {
    ...product,
    name,
    // Launchers cut longer ones wherever they end.
    short_name: shortName(name),
    description: deps.texts.current().texts.shareText,
    ...(hash && {
      background_color: paper.light,
      theme_color: paper.light,
      icons: product.icons.map((icon) => ({ ...icon, src: `${icon.src}?look=${hash}` })),
      // They show the product in its own colours.
      screenshots: undefined,
    }),
  };
}

/** The first words of a name that have room beneath an icon. */
export function shortName(name: string): string {
  const most = 12;
  if (name.length <= most) return name;
  const words = name.split(' ');
  let short = words[0] ?? name;
  for (const word of words.slice(1)) {
    if (`${short} ${word}`.length > most) break;
    short = `${short} ${word}`;
  }
  return short.replace(/[\s,&+-]+$/, '');
}
