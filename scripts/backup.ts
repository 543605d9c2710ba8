import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readEnv } from '../api/core/env.ts';
import { backUp, photoFilesOf } from '../api/db/backup.ts';
import { type Held, holdFolder } from '../api/db/folder-lock.ts';
import { makeFolder } from '../api/db/make-folder.ts';
import { copyPhotos } from '../api/providers/photos/photo-files.ts';
import { deleteOldBackups } from './backup/old-backups.ts';
import { photosBeside } from './backup/photos-beside.ts';
import { prunePhotos } from './backup/prune-photos.ts';
import { CommandError, command } from './command.ts';

/**
 * `npm run backup [-- file]` copies the SQLite database as it is at one moment, also while servers write to it, and its
 * photos into the folder `photos` beside the copy, which all backups there share. Then it deletes old backups there,
 * and the photos that no other backup has.
 */
await command(async ([file]) => {
  const env = readEnv(process.env);
  if (env.DATABASE_URL.includes('://')) throw new CommandError('DATABASE_URL is PostgreSQL: use pg_dump');
  const now = new Date();
  const name = `hearthkeep-${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
  const to = file ? resolve(file) : join(env.DATA_DIR, 'backups', name);
  const held = await share(dirname(to));
  try {
    await backUp(env.DATABASE_URL, to);
    // The photos are copied after the database, because the files of all photos that it knows are complete by then.
    const { missing } = await copyPhotos(photoFilesOf(to), env.PHOTOS_DIR, photosBeside(to));
    const lost = missing ? `; the files of ${missing} photos are not in ${env.PHOTOS_DIR}` : '';
    // The backup is complete, also if earlier ones or their photos cannot be deleted.
    const deleted = await orSay('old backups could not be deleted', async () =>
      deleteOldBackups(to, env.BACKUPS_KEPT_DAYS, now),
    );
    held.release();
    const pruned = await orSay('photos that no backup there has any more could not be taken out', () =>
      prunePhotos(to, env.PHOTOS_DIR),
    );
    return `Backed up to ${to}, with its photos in ${photosBeside(to)}${lost}${deleted}${pruned}`;
  } finally {
    held.release();
  }
});

/** Holds the folder of backups, so that no other process deletes photos there that this backup needs. */
async function share(folder: string): Promise<Held> {
  makeFolder(folder);
  for (;;) {
    const held = holdFolder(folder, 'shared');
    if (held) return held;
    await wait(100);
  }
}

function orSay(trouble: string, work: () => Promise<string>): Promise<string> {
  return work().catch((error: Error) => `; ${trouble} (${error.message})`);
}
