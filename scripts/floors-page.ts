import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A floor of api/features: what it holds, and its folders, the lowest first. */
interface Floor {
  holds: string;
  folders: string[];
}
/** The floors as the rules of imports name them, the lowest first. */
export const floors: Record<string, Floor> = createRequire(import.meta.url)(
  '../.dependency-cruiser.cjs',
).floors;
/** The page's place in the repository. */
export const pageFile = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));

const head = '| Floor | Holds | Folders, the lowest first |\n| --- | --- | --- |\n';

/** The page with the table of the floors printed anew. @throws if the page has no such table */
export function withFloors(page: string): string {
  const start = page.indexOf(head) + head.length;
  if (start < head.length) throw new Error('docs/architecture.md has no table of floors');
  const rows = Object.entries(floors)
    .toReversed()
    .map(([name, { holds, folders }]) => `| \`${name}\` | ${holds} | ${folders.join(' · ')} |\n`);
  return page.slice(0, start) + rows.join('') + page.slice(start).replace(/^(\|.*\n)*/, '');
}

if (import.meta.main) writeFileSync(pageFile, withFloors(readFileSync(pageFile, 'utf8')));
