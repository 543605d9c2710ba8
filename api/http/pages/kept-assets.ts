import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 14 * dayMs;
/** Names the files of the release that was started last. No file of the app begins with a dot. */
const listing = '.release';
/** The temporary name of a file that is being written; one left by a dead process is never finished. */
const unfinished = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The folder where the files of earlier releases stay. */
export const keptFolder = (dataDir: string): string => join(dataDir, 'assets');

/**
 * Keeps this release's files, whose names hold a hash of their content. Tabs that are still open need them when a
 * newer or older release takes its place. Deletes files whose release no server has run for 14 days. Several
 * processes, also of several releases, may do so at once.
 * @param built the release's folder; nothing is done if there is none
 * @returns the names of its own files, for `touchAssets`
 * @throws the file system's error
 */
export async function keepAssets(built: string, dataDir: string, now: Date): Promise<string[]> {
  const from = join(built, 'assets');
  const names = (await readdir(from).catch(() => [])).filter((name) => !/\.(br|gz)$/.test(name));
  if (!names.length) return [];
  const kept = keptFolder(dataDir);
  await mkdir(kept, { recursive: true });
  // The replaced release may have been stopped for long, so its files are renewed once.
  await touchAssets(await namesIn(join(kept, listing)), dataDir, now);
  const there = new Set((await readdir(kept)).filter((name) => !name.startsWith('.')));
  for (const name of names)
    if (!there.has(name)) await put(kept, name, (to) => copyFile(join(from, name), to));
  await touchAssets(names, dataDir, now);
  for (const name of await readdir(kept)) {
    const most = unfinished.test(name) ? dayMs : there.has(name) ? keptMs : Number.POSITIVE_INFINITY;
    const { mtime } = await stat(join(kept, name)).catch(() => ({ mtime: now }));
    if (now.getTime() - mtime.getTime() > most) await rm(join(kept, name), { force: true });
  }
  await put(kept, listing, (to) => writeFile(to, names.join('\n')));
  return names;
}

/**
 * Renews the date of these files once a day while a server of their release runs. No other process can know that it
 * does.
 * @throws the file system's error
 */
export async function touchAssets(names: readonly string[], dataDir: string, now: Date): Promise<void> {
  for (const name of names)
    await utimes(join(keptFolder(dataDir), name), now, now).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
}

const namesIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** A file gets its name only when it is whole. */
async function put(folder: string, name: string, write: (to: string) => Promise<void>): Promise<void> {
  const part = join(folder, `.${randomUUID()}`);
  try {
    await write(part);
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}
