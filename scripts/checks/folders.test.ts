import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../..', import.meta.url));
const most = 30;

/** The folders that .gitignore names: they are installed, built or written beside the sources. */
const ignored = readFileSync(`${top}/.gitignore`, 'utf8')
  .split('\n')
  .map((line) => line.replaceAll('/', ''));
const sources = readdirSync(top, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.includes(entry.name))
  .map(({ name }) => name);

test('no folder holds more than 30 files, except e2e, whose journeys are read as one list', () => {
  const files = sources
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: top, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== '.DS_Store');
  const byFolder = Map.groupBy(files, (file) => file.parentPath.slice(top.length));
  expect(byFolder.get('app/ui')?.length, 'the files are found').toBeGreaterThan(5);
  const crowded = [...byFolder]
    .filter(([folder, its]) => folder !== 'e2e' && its.length > most)
    .map(([folder, its]) => `${folder}: ${its.length}`);
  expect(crowded, 'divide these folders by what is done in them').toEqual([]);
});
