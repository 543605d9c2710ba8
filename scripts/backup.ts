import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backUp, photoFilesOf } from '../api/db/backup.ts';
import { type Held, holdFolder } from '../api/db/folder-lock.ts';
import { makeFolder } from '../api/db/make-folder.ts';
import { readEnv } from '../api/env.ts';
import { copyPhotos } from '../api/providers/photos/photo-files.ts';
import { CommandError, command } from './command.ts';
import { photosBeside } from './photos-beside.ts';
import { prunePhotos } from './prune-photos.ts';

/**
 * `npm run backup [-- file]`: a copy of the SQLite database at this moment, also while servers write to it. Its
 * photos go into the folder `photos` beside it, which all backups there share.
 */
await command(async ([file]) => {
  const env = readEnv(process.env);
  if (env.DATABASE_URL.includes('://')) throw new CommandError('DATABASE_URL is PostgreSQL: use pg_dump');
  const name = `hearthkeep-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
  const to = file ? resolve(file) : join(env.DATA_DIR, 'backups', name);
  const held = await share(dirname(to));
  try {
    await backUp(env.DATABASE_URL, to);
    // Copied after the database, so that every photo that it knows was whole by then.
    const { missing } = await copyPhotos(photoFilesOf(to), env.PHOTOS_DIR, photosBeside(to));
    const lost = missing ? `; the files of ${missing} photos are not in ${env.PHOTOS_DIR}` : '';
    held.release();
    // The backup is complete, whatever happens to the photos of earlier ones.
    const pruned = await prunePhotos(to, env.PHOTOS_DIR).catch(
      (error: Error) =>
        `; photos that no backup there has any more could not be taken out (${error.message})`,
    );
    return `Backed up to ${to}, with its photos in ${photosBeside(to)}${lost}${pruned}`;
  } finally {
    held.release();
  }
});

/** Another backup might remove photos from the folder that this one counts on. */
async function share(folder: string): Promise<Held> {
  makeFolder(folder);
  for (;;) {
    const held = holdFolder(folder, 'shared');
    if (held) return held;
    await wait(100);
  }
}
