import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { floors, pageFile, withFloors } from './floors-page.ts';

test('docs/architecture.md shows the floors of the rules', () => {
  const page = readFileSync(pageFile, 'utf8');
  expect(page, 'run `npm run docs:floors`').toBe(withFloors(page));
});

test('the rules name the folders that api/features has, and no others', () => {
  const features = fileURLToPath(new URL('../api/features', import.meta.url));
  const named = Object.entries(floors).flatMap(([floor, { folders }]) =>
    folders.map((folder) => `${floor}/${folder}`),
  );
  expect(named.toSorted()).toEqual(
    globSync('*/*', { cwd: features, exclude: (name) => name.endsWith('.DS_Store') }).toSorted(),
  );
});
