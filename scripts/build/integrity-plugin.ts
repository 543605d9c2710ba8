import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const pages = ['index.html', 'landing.html', 'catalogue.html'];
const tags = /<script\b[^>]*\bsrc=[^>]*>|<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g;

/**
 * The pages name the hash of each of their scripts and styles, so that a browser refuses any other content. The
 * hashes are computed from the written files, before the worker's list, which contains the pages.
 * Files that load later, page by page, have no hash. That would need an import map with every file's hash: 19.9 kB
 * before the app's first script, in a page of 2 kB. With Brotli it would be 11.5 kB, but a page with a nonce cannot
 * be compressed beforehand. In the scripts themselves the hashes would exceed the first screen's budget. Such files
 * come from the same place as the page, and an attacker who could change them could change the page.
 */
export const integrity: Plugin = {
  name: 'integrity',
  apply: 'build',
  writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => nameIntegrity(dir) },
};

/** Writes the hashes into the pages of a built folder, in place of old ones. */
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

/** @throws for a script or style that is not ours */
export function withIntegrity(html: string, read: (file: string) => Buffer): string {
  return html.replace(tags, (tag) => {
    const [, file] = /\b(?:src|href)="\/([^/"][^"]*)"/.exec(tag) ?? [];
    if (!file) throw new Error(`Not ours, so its integrity is unknown: ${tag}`);
    const sum = createHash('sha384').update(read(file)).digest('base64');
    return tag.replace(/ integrity="[^"]*"/, '').replace(/>$/, ` integrity="sha384-${sum}">`);
  });
}
