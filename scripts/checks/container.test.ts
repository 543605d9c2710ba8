import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the image and version managers take the Node that package.json names', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(read('Dockerfile')).toContain(`\nARG NODE=${dependencies.node}\n`);
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

test('base images and the actions of the workflow are pinned by what they contain', () => {
  const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const workflow = read('.github/workflows/ci.yml');
  const used = [...workflow.matchAll(/^ +(?:container|(?:- )?uses): (\S+)/gm)].map(([, name = '']) => name);
  expect([images.length, used.length]).toEqual([3, 5]);
  for (const image of [...images, ...used]) expect(image).toMatch(/@(sha256:[0-9a-f]{64}|[0-9a-f]{40})$/);
});

test('the image has every file that the server names beside its own code', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/srv\/hearthkeep\/(\S+)/gm)];
  const api = new URL('../../api/', import.meta.url);
  const sources = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing/'),
  );
  const named = sources.flatMap((file) =>
    [...read(`api/${file}`).matchAll(/new URL\((['`])(\.[^'`]+)\1, import\.meta\.url\)/g)].map(
      ([, , path = '']) =>
        relative(fileURLToPath(new URL('..', api)), fileURLToPath(new URL(path, new URL(file, api)))),
    ),
  );
  expect(named).toContain('public/icons/mark.svg');
  const isCopied = (path: string) => copied.some(([, from = '']) => `${path}/`.startsWith(`${from}/`));
  expect(named.filter((path) => !isCopied(path))).toEqual([]);
});

test('the image is built without secrets, data and other builds’ output', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'dist', 'node_modules', '.git']));
});
