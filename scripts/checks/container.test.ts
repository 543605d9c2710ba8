import { readFileSync } from 'node:fs';
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

test('the image is built without secrets, data and other builds’ output', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'dist', 'node_modules', '.git']));
});
