import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(top, file), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: top });
const sources = globSync(
  ['{app,api,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', '*.{ts,cjs,mjs}', '.dependency-cruiser.cjs'],
  { cwd: top },
);

const headingsOf = (page: string) => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
/** As the forges make a heading's anchor. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('every section of the documents that a comment cites is there', () => {
  const sections = new Set(
    ['spec', 'design'].flatMap((name) =>
      [...read(`docs/${name}.md`).matchAll(/^## (\d+)\. /gm)].map(([, number]) => `${name} §${number}`),
    ),
  );
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(spec|design) ((?:§\d+(?:, )?)+)/gi)].flatMap(([, name = '', places = '']) =>
      places
        .split(', ')
        .filter(Boolean)
        .map((place) => ({ file, section: `${name.toLowerCase()} ${place}` })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});

test('every link of the documents leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)|<img src="([^"]+)"/g)]
      .map(([, link, image]) => link ?? image ?? '')
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path ? join(dirname(page), path) : page;
        if (!existsSync(join(top, target))) return true;
        return anchor !== undefined && !headingsOf(read(target)).map(anchorOf).includes(anchor);
      })
      .map((link) => ({ page, link })),
  );
  expect(broken).toEqual([]);
});

test('every file and folder that the documents name is there', () => {
  // Decisions tell of their day: what they name may have moved since.
  const missing = pages
    .filter((page) => !page.startsWith('docs/decisions/'))
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:app|api|e2e|bench|scripts|public|docs|\.ci|\.github)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !/[xX]\.|\/x(\/|$)/.test(path) && !existsSync(join(top, path)))
        .map((path) => ({ page, path })),
    );
  expect(missing).toEqual([]);
});

test('the index of the decisions lists each of them', () => {
  const index = read('docs/decisions/README.md');
  const listed = new Set([...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => file));
  const there = globSync('docs/decisions/*.md', { cwd: top })
    .map((file) => file.slice('docs/decisions/'.length))
    .filter((file) => file !== 'README.md');
  expect([...listed].toSorted()).toEqual(there.toSorted());
});
