import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 14 * dayMs;
/** Names the release that was started last; no file of the app's begins with a dot. */
const listing = '.release';
/** What a file is called until it is whole: left by a process that died, nobody comes back to it. */
const unfinished = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the files stay that earlier releases were made of, whatever becomes of the folder that they were built into. */
export const keptFolder = (dataDir: string): string => join(dataDir, 'assets');

/**
 * Keeps this release's own files, whose names hold a hash of their content, for the tabs that are open when another
 * takes its place, be it a newer one or an older one again; and lets go of those of which 14 days ago the last server
 * was seen. Several processes may do so at once, also of several releases.
 * @param built the release's folder; nothing is done where there is none
 * @returns the names of its own files, for `touchAssets`
 * @throws what the file system throws
 */
export async function keepAssets(built: string, dataDir: string, now: Date): Promise<string[]> {
  const from = join(built, 'assets');
  const own = (await readdir(from).catch(() => [])).filter((name) => !/\.(br|gz)$/.test(name));
  if (!own.length) return [];
  const kept = keptFolder(dataDir);
  await mkdir(kept, { recursive: true });
  // The release that this one replaces may have stood still for long.
  await touchAssets(await namesIn(join(kept, listing)), dataDir, now);
  const there = new Set((await readdir(kept)).filter((name) => !name.startsWith('.')));
  for (const name of own) if (!there.has(name)) await put(kept, name, (to) => copyFile(join(from, name), to));
  await touchAssets(own, dataDir, now);
  for (const name of await readdir(kept)) {
    const most = unfinished.test(name) ? dayMs : there.has(name) ? keptMs : Number.POSITIVE_INFINITY;
    const { mtime } = await stat(join(kept, name)).catch(() => ({ mtime: now }));
    if (now.getTime() - mtime.getTime() > most) await rm(join(kept, name), { force: true });
  }
  await put(kept, listing, (to) => writeFile(to, own.join('\n')));
  return own;
}

/**
 * Says that a server of the release with these files runs, once a day: no other process can know, whichever was
 * started last.
 * @throws what the file system throws
 */
export async function touchAssets(names: readonly string[], dataDir: string, now: Date): Promise<void> {
  for (const name of names)
    await utimes(join(keptFolder(dataDir), name), now, now).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
}

const namesIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** Nobody ever finds half of a file under its name. */
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
