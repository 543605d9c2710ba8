import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const photoSizes = ['large', 'small'] as const;
export type PhotoSize = (typeof photoSizes)[number];
/** The end of a file's name while it is being written. */
export const partial = '.partial';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fileName = /^([0-9a-f-]{36})-(?:large|small)\.webp(?:\.partial)?$/;

/** Files are spread over folders by the first two characters of their id, so that no folder grows too long. */
export function photoFile(folder: string, fileId: string, size: PhotoSize): string {
  if (!uuid.test(fileId)) throw new Error('the id of the files of a photo must be a UUID');
  return join(folder, fileId.slice(0, 2), `${fileId}-${size}.webp`);
}

/** The ids of all photos with a file in the folder; any other file there is not ours. */
export async function photosIn(folder: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const shard of await readdir(folder, { withFileTypes: true }).catch(noneYet)) {
    if (!shard.isDirectory()) continue;
    for (const name of await readdir(join(folder, shard.name))) {
      const id = fileName.exec(name)?.[1];
      if (id && uuid.test(id) && id.slice(0, 2) === shard.name) ids.add(id);
    }
  }
  return [...ids];
}

function noneYet(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Deletes all files of a photo, if there are any. */
export async function removePhoto(folder: string, fileId: string): Promise<void> {
  for (const size of photoSizes)
    for (const suffix of ['', partial]) await rm(photoFile(folder, fileId, size) + suffix, { force: true });
}

/** Makes a new name, or a file's content, survive a power failure. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Copies missing photos to a folder; a file with its final name never changes.
 * @returns the number of copied files, and of photos in neither folder
 */
export async function copyPhotos(
  fileIds: readonly string[],
  from: string,
  to: string,
): Promise<{ copied: number; missing: number }> {
  let copied = 0;
  let missing = 0;
  for (const fileId of fileIds) {
    const outcomes: ('copied' | 'there' | 'missing')[] = [];
    for (const size of photoSizes)
      outcomes.push(await copyOnce(photoFile(from, fileId, size), photoFile(to, fileId, size)));
    copied += outcomes.filter((outcome) => outcome === 'copied').length;
    if (outcomes.includes('missing')) missing += 1;
  }
  return { copied, missing };
}

async function copyOnce(from: string, to: string): Promise<'copied' | 'there' | 'missing'> {
  if (await isThere(to)) return 'there';
  if (!(await isThere(from))) return 'missing';
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to + partial, constants.COPYFILE_FICLONE);
  await sync(to + partial);
  await rename(to + partial, to);
  return 'copied';
}

/** Whether such a file exists and can be read. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
