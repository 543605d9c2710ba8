import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'koa';
import type {
  VisitorData,
  VisitorPage,
  VisitorPages,
} from '../../contract/schemas/visitors/visitor-pages.ts';
import type { Log } from '../../core/log.ts';
import { visitorPolicy } from '../headers.ts';
import { latest, readOnce } from './latest.ts';
import { encoded, unchanging } from './unchanging.ts';

/** What is published, for the pages of visitors. */
export interface VisitorSource {
  /** A name that changes with every publication that this process knows. */
  edition(): string;
  read(): Promise<VisitorData>;
}

export interface VisitorParts {
  published: VisitorSource;
  log: Pick<Log, 'error'>;
}

type Name = keyof VisitorPages;

/** The addresses under which visitors' pages are stored; `Content-Location` names them to the worker. */
const files: Record<string, Name> = { '/landing.html': 'landing', '/catalogue.html': 'catalogue' };
const paths: Record<string, Name> = { '/': 'landing', '/services': 'catalogue', '/services/': 'catalogue' };

/** The visitor's page at a path, or the one that is stored under it; `null` if there is none. */
export const visitorPageAt = (path: string): { name: Name; isStored: boolean } | null => {
  const name = files[path] ?? paths[path];
  return name ? { name, isStored: path in files } : null;
};

/** Answers with a page of visitors. @returns false if it could never be made */
export type AnswerVisitor = (ctx: Context, name: Name) => Promise<boolean>;

/**
 * The pages of visitors, rendered from what is published: at the first request, and again once something else is
 * published. A page that cannot be made is logged, and its last good bytes are sent. The bundle that renders and the
 * pages' files are read when the server starts, so they are of one release.
 */
export function visitorPages({ published, log }: VisitorParts, folder: string): AnswerVisitor {
  const bundle = import(
    pathToFileURL(join(folder, '.server/visitor-pages.js')).href
  ) as Promise<VisitorPages>;
  // Each page that needs it reports it.
  bundle.catch(() => {});
  const failed = (err: unknown) => log.error({ err }, 'a page of visitors could not be made');
  const data = readOnce(published.edition, published.read);
  const page = (name: Name) => {
    const file = join(folder, `${name}.html`);
    const html = existsSync(file) ? readFileSync(file, 'utf8') : null;
    return latest(
      published.edition,
      async () => {
        if (html === null) throw new Error(`The build has no ${name}.html`);
        return answerOf(fill(html, (await bundle)[name](await data())), `/${name}.html`);
      },
      failed,
    );
  };
  const pages: Record<Name, ReturnType<typeof page>> = {
    landing: page('landing'),
    catalogue: page('catalogue'),
  };
  return async (ctx, name) => {
    const answer = await pages[name]();
    await answer?.(ctx);
    return Boolean(answer);
  };
}

/** Puts a page's parts into its file, without the product's own face if the look has another. */
export const fill = (html: string, { head, style, body }: VisitorPage): string =>
  (style.includes('--serif') ? html.replace(/<link rel="preload"[^>]* as="font"[^>]*>\s*/, '') : html)
    .replace('<!--head-->', () => head)
    .replace('<!--style-->', () => style)
    .replace('<!--body-->', () => body);

/** The style elements are allowed by hash, so the page needs no nonce and is the same for every visitor. */
function answerOf(html: string, location: string): (ctx: Context) => Promise<void> {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)];
  const policy = visitorPolicy(
    styles.map(([, style = '']) => createHash('sha256').update(style).digest('base64')),
  );
  const plain = Buffer.from(html);
  const answer = unchanging(plain, encoded(plain));
  return async (ctx) => {
    await answer(ctx);
    ctx.set('content-security-policy', policy);
    ctx.set('content-location', location);
    ctx.type = 'html';
  };
}
