import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const pages = ['index.html', 'landing.html'];
const tags = /<script\b[^>]*\bsrc=[^>]*>|<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g;

/**
 * Both pages name what each of their scripts and styles must hold, so that a browser refuses another. It is reckoned of
 * what was written, and before the worker's list, in which the pages stand.
 *
 * What comes later, page by page, is not named: that needs an import map with the hash of every file, 19.9 kB before
 * the app's first script (11.5 kB with Brotli, which a page with a nonce cannot have been given beforehand), where the
 * page is of 2 kB; in the scripts themselves it would break the first screen's budget. Such files come from where the
 * page comes from, and whoever could change them could change the page.
 */
export const integrity: Plugin = {
  name: 'integrity',
  apply: 'build',
  writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => nameIntegrity(dir) },
};

/** Writes it into the pages of a built folder, in place of what they name already. */
export function nameIntegrity(dist: string): void {
  for (const page of pages) {
    const path = join(dist, page);
    const html = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      withIntegrity(html, (file) => readFileSync(join(dist, file))),
    );
  }
}

/** @throws for a script or style that is not one of ours */
export function withIntegrity(html: string, read: (file: string) => Buffer): string {
  return html.replace(tags, (tag) => {
    const [, file] = /\b(?:src|href)="\/([^/"][^"]*)"/.exec(tag) ?? [];
    if (!file) throw new Error(`Not ours, so its integrity is unknown: ${tag}`);
    const sum = createHash('sha384').update(read(file)).digest('base64');
    return tag.replace(/ integrity="[^"]*"/, '').replace(/>$/, ` integrity="sha384-${sum}">`);
  });
}
