import { mkdir, open, readFile, rename, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere, partial, photoFile, photoSizes, photosIn, removePhoto, sync } from './photo-files.ts';
import { type Photos, PhotosUnavailable } from './photos.ts';
import { preparePicture } from './pictures.ts';

/** The database may be on the same disk; it keeps working when photos do not. */
const spareBytes = 500 * 1024 * 1024;
/** Marks the folder. If its disk is not mounted, an empty folder of the same name lacks the mark. */
const mark = '.hearthkeep';

interface FolderOptions {
  /** Whether no photo was ever stored, so that any folder will do. `keep` and `read` do not ask. */
  isNew?(): Promise<boolean>;
  /** The number of bytes to leave free. */
  spare?: number;
}

/**
 * Photos as files in a folder shared by all servers (PHOTOS_DIR). A file gets its name once it is whole and on the
 * disk, and never changes. A folder that has lost its mark is not used until the mark is back: new photos would be
 * hidden later, and missing ones would be taken for deleted.
 */
export function createFolderPhotos(
  folder: string,
  { isNew = async () => true, spare = spareBytes }: FolderOptions = {},
): Photos {
  async function requireFolder(anyWillDo = async () => false): Promise<void> {
    if (await isThere(join(folder, mark))) return;
    if (!(await anyWillDo()) && !(await photosIn(folder)).length)
      throw new PhotosUnavailable(
        `${folder} has none of the photos that the database knows: is its disk mounted? ` +
          `If they are lost, put an empty file ${mark} in it`,
      );
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, mark), '');
  }
  return {
    prepare: preparePicture,
    requireRoom: () =>
      inOurWords(async () => {
        await requireFolder(isNew);
        const { bavail, bsize, blocks } = await statfs(folder);
        // Some network disks report no size.
        if (blocks > 0 && bavail * bsize < spare) throw new PhotosUnavailable('the disk is nearly full');
      }),
    keep: (fileId, picture) =>
      inOurWords(async () => {
        const shard = dirname(photoFile(folder, fileId, 'large'));
        const made = await mkdir(shard, { recursive: true });
        for (const size of photoSizes) await write(photoFile(folder, fileId, size), picture[size]);
        await sync(shard);
        if (made) await sync(folder);
      }),
    read: (fileId, size) =>
      inOurWords(() =>
        readFile(photoFile(folder, fileId, size)).catch(async (error) => {
          if (error.code !== 'ENOENT') throw error;
          await requireFolder();
          return null;
        }),
      ),
    remove: (fileId) =>
      inOurWords(async () => {
        await requireFolder(isNew);
        await removePhoto(folder, fileId);
      }),
  };
}

async function write(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file + partial, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(file + partial, file);
}

async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (!code) throw cause;
    throw new PhotosUnavailable(`the photos' folder can't be used (${code})`, { cause });
  }
}
