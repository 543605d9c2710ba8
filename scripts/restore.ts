import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEnv } from '../api/core/env.ts';
import { noteLoosePhotos, photoFilesOf, restore } from '../api/db/backup.ts';
import { holdFolder } from '../api/db/folder-lock.ts';
import { migrate } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';
import { copyPhotos, photosIn } from '../api/providers/photos/photo-files.ts';
import { photosBeside } from './backup/photos-beside.ts';
import { CommandError, command } from './command.ts';

/**
 * `npm run restore -- file`: puts a backup in the database's place; only while no server runs on the data folder.
 */
await command(async ([file]) => {
  if (!file) throw new CommandError('Name the backup: npm run restore -- <file>');
  const env = readEnv(process.env);
  if (env.DATABASE_URL.includes('://')) throw new CommandError('DATABASE_URL is PostgreSQL: use pg_restore');
  if (!existsSync(env.DATA_DIR)) throw new CommandError(`There is no data folder ${env.DATA_DIR}`);
  const held = holdFolder(env.DATA_DIR, 'alone');
  if (!held) throw new CommandError(`A server is running on ${env.DATA_DIR}; stop it first`);
  try {
    const now = new Date().toISOString();
    const aside = join(env.DATA_DIR, 'backups', `before-restore-${now.replaceAll(/[:.]/g, '-')}.sqlite`);
    const backup = resolve(file);
    restore(backup, env.DATABASE_URL, aside);
    const files = photoFilesOf(env.DATABASE_URL);
    const { missing } = await copyPhotos(files, photosBeside(backup), env.PHOTOS_DIR);
    const kept = existsSync(aside) ? `; what was there is kept as ${aside}` : '';
    const known = new Set(files);
    const since = (await photosIn(env.PHOTOS_DIR)).filter((fileId) => !known.has(fileId));
    // The replaced database knows these photos. They are copied beside it, because the server will delete them as
    // unknown.
    if (kept) await copyPhotos(since, env.PHOTOS_DIR, photosBeside(aside));
    if (since.length && !noteLoosePhotos(env.DATABASE_URL, since, now)) {
      await bringUpToDate(env.DATABASE_URL);
      noteLoosePhotos(env.DATABASE_URL, since, now);
    }
    const loose = since.length ? `; the ${since.length} photos that it does not know go after a day` : '';
    const lost = missing ? `; the files of ${missing} photos are not in ${photosBeside(backup)}` : '';
    return `Restored ${backup}${kept}${loose}${lost}`;
  } finally {
    held.release();
  }
});

/** Migrates as the server's next start would. */
async function bringUpToDate(database: string): Promise<void> {
  const db = openDatabase(database);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}
