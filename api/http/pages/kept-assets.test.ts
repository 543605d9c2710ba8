import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAssets, touchAssets } from './kept-assets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearthkeep-releases-'));
});
afterEach(() => rm(folder, { recursive: true }));

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
/** Starts a server of this release on this day, built of these files. @returns the function that ends a day */
async function start(names: string[], on: Date) {
  const built = join(folder, 'dist');
  await rm(built, { recursive: true, force: true });
  await mkdir(join(built, 'assets'), { recursive: true });
  for (const name of names) await writeFile(join(built, 'assets', name), name);
  const assets = await keepAssets(built, folder, on);
  return (n: number) => touchAssets(assets, folder, day(n));
}
const kept = async () => (await readdir(join(folder, 'assets'))).filter((name) => name[0] !== '.').sort();

test('files missing in a newer release stay for 14 days after the replacement, however long it ran', async () => {
  await start(['a-1.js', 'same-1.css', 'a-1.js.br'], day(0));
  expect(await kept()).toEqual(['a-1.js', 'same-1.css']);
  await start(['a-1.js', 'same-1.css'], day(59));
  await start(['a-2.js', 'same-1.css'], day(60));
  await start(['a-2.js', 'same-1.css'], day(73));
  expect(await kept()).toEqual(['a-1.js', 'a-2.js', 'same-1.css']);
  expect(await readFile(join(folder, 'assets/a-1.js'), 'utf8')).toBe('a-1.js');
  await start(['a-2.js', 'same-1.css'], day(75));
  expect(await kept()).toEqual(['a-2.js', 'same-1.css']);
});

test('files of a release that was rolled back stay as long', async () => {
  await start(['a-1.js'], day(0));
  await start(['a-2.js'], day(40));
  await start(['a-1.js'], day(80));
  await start(['a-1.js'], day(93));
  expect(await kept()).toEqual(['a-1.js', 'a-2.js']);
  await start(['a-1.js'], day(95));
  expect(await kept()).toEqual(['a-1.js']);
});

test('files of a running release stay, also if an older one has started after it', async () => {
  await start(['a-1.js'], day(0));
  const runs = await start(['a-2.js'], day(30));
  // In the middle of the rollout.
  await start(['a-1.js'], day(30));
  for (let n = 31; n < 90; n += 1) await runs(n);
  await start(['a-3.js'], day(90));
  expect(await kept()).toEqual(['a-1.js', 'a-2.js', 'a-3.js']);
  await start(['a-3.js'], day(103));
  expect(await kept()).toContain('a-2.js');
  await start(['a-3.js'], day(105));
  expect(await kept()).toEqual(['a-3.js']);
});

test('a server keeps the files that it started with, whatever was built in their place', async () => {
  const runs = await start(['a-1.js'], day(0));
  await writeFile(join(folder, 'dist/assets/a-2.js'), 'built while it ran');
  await rm(join(folder, 'dist/assets/a-1.js'));
  for (let n = 1; n < 40; n += 1) await runs(n);
  await rm(join(folder, 'assets/.release'));
  await start(['a-3.js'], day(40));
  expect(await kept()).toEqual(['a-1.js', 'a-3.js']);
});

test('an old release that starts again keeps its old files', async () => {
  await start(['a-1.js'], day(0));
  await start(['a-2.js'], day(10));
  await start(['a-1.js'], day(23));
  await start(['a-2.js'], day(23));
  await start(['a-2.js'], day(36));
  expect(await kept()).toEqual(['a-1.js', 'a-2.js']);
});

test('two processes that start at once keep the same files, and no unfinished ones', async () => {
  await start(['a-1.js'], day(0));
  await Promise.all([
    keepAssets(join(folder, 'dist'), folder, day(1)),
    keepAssets(join(folder, 'dist'), folder, day(1)),
  ]);
  expect(await readdir(join(folder, 'assets'))).toEqual(['.release', 'a-1.js']);
});

test('unfinished files are deleted: at once after a failure, a day later after a crash', async () => {
  await start(['a-1.js'], day(0));
  const all = () => readdir(join(folder, 'assets'));
  // A folder in a file’s place prevents the replacement.
  await rm(join(folder, 'assets/.release'));
  await mkdir(join(folder, 'assets/.release'));
  await expect(start(['a-1.js'], day(1))).rejects.toThrow();
  expect(await all()).toEqual(['.release', 'a-1.js']);
  await rm(join(folder, 'assets/.release'), { recursive: true });
  const [dead, busy] = [`.${randomUUID()}`, `.${randomUUID()}`];
  for (const name of [dead, busy]) await writeFile(join(folder, 'assets', name), 'half');
  await utimes(join(folder, 'assets', dead), day(1), day(1));
  await utimes(join(folder, 'assets', busy), day(2), day(2));
  await start(['a-1.js'], new Date(day(2).getTime() + 1));
  expect((await all()).sort()).toEqual(['.release', busy, 'a-1.js'].sort());
});

test('without a build nothing is kept and nothing deleted', async () => {
  await start(['a-1.js'], day(0));
  await keepAssets(join(folder, 'nowhere'), folder, day(100));
  expect(await kept()).toEqual(['a-1.js']);
});
