import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the image and version managers take the Node that package.json names', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(read('Dockerfile')).toContain(`\nARG NODE=${dependencies.node}\n`);
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

test('the image is built without secrets, data and other builds’ output', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'dist', 'node_modules', '.git']));
});
