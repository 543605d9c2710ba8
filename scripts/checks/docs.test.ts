import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(top, file), 'utf8');
const pages = globSync(['*.md', '{docs,api,packages}/**/*.md'], { cwd: top });
const sources = globSync(
  ['{app,api,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', '*.{ts,cjs,mjs}', '.dependency-cruiser.cjs'],
  { cwd: top },
);

const headingsOf = (page: string) => [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
/** A heading's anchor as the forges make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test('every section that a comment cites exists in the documents', () => {
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

test('every link of the documents leads to a target', () => {
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

/**
 * The texts marked as code in the documents. Decisions are left out: they describe their own day, and name files of
 * then.
 */
const code = pages
  .filter((page) => !page.startsWith('docs/decisions/'))
  .flatMap((page) => [...read(page).matchAll(/```.*?```|`[^`]+`/gs)].map(([text]) => ({ page, text })));

test('every file and folder that the documents name exists', () => {
  const path = /(?<![\w/.-])(?:app|api|e2e|bench|scripts|public|docs|\.ci|\.github)\/[\w./-]*\w/g;
  const missing = code.flatMap(({ page, text }) =>
    [...text.matchAll(path)]
      .map(([name]) => ({ page, name }))
      // `api/features/records/x/x.table.ts` stands for any feature's.
      .filter(({ name }) => !/\/x[./]|\/x$/.test(name) && !existsSync(join(top, name))),
  );
  expect(missing).toEqual([]);
});

test('the README is read in three minutes', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
});

test('every npm command that the documents name exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = code.flatMap(({ page, text }) =>
    [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => ({ page, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test('the index of the decisions lists each of them', () => {
  const index = read('docs/decisions/README.md');
  const listed = new Set([...index.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, file]) => file));
  const there = globSync('docs/decisions/**/*.md', { cwd: top })
    .map((file) => file.slice('docs/decisions/'.length))
    .filter((file) => file !== 'README.md');
  expect([...listed].toSorted()).toEqual(there.toSorted());
});
