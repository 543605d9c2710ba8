import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Env, readEnv } from '../api/core/env.ts';
import { noteLoosePhotos, photoFilesOf, restore } from '../api/db/backup.ts';
import { holdFolder } from '../api/db/folder-lock.ts';
import { makeFolder } from '../api/db/make-folder.ts';
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
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  makeFolder(env.DATA_DIR);
  const held = holdFolder(env.DATA_DIR, 'alone');
  if (!held) throw new CommandError(`A server is running on ${env.DATA_DIR}; stop it first`);
  try {
    const now = new Date().toISOString();
    const aside = join(env.DATA_DIR, 'backups', `before-restore-${now.replaceAll(/[:.]/g, '-')}.sqlite`);
    const backup = resolve(file);
    restore(backup, env.DATABASE_URL, aside);
    const restored = `Restored ${backup} to ${env.DATABASE_URL}`;
    const kept = existsSync(aside) ? `; what was there is kept as ${aside}` : '';
    const photos = await bringPhotos(env, backup, aside, now).catch((error: Error) => {
      const trouble = `but not all of the backup's photos (${error.message}): run the command again`;
      throw new CommandError(`${restored}, ${trouble}${kept}`);
    });
    return `${restored}${kept}${photos}`;
  } finally {
    held.release();
  }
});

/**
 * Brings back the restored database's photos. Those that it does not know are noted as left over.
 * @returns a message for the operator; '' if there is none
 * @throws the file system's error
 */
async function bringPhotos(env: Env, backup: string, aside: string, now: string): Promise<string> {
  const files = photoFilesOf(env.DATABASE_URL);
  const { missing } = await copyPhotos(files, photosBeside(backup), env.PHOTOS_DIR);
  const known = new Set(files);
  const since = (await photosIn(env.PHOTOS_DIR)).filter((fileId) => !known.has(fileId));
  // The replaced database knows these photos. They are copied beside it, because the server will delete them as
  // unknown.
  if (existsSync(aside)) await copyPhotos(since, env.PHOTOS_DIR, photosBeside(aside));
  if (since.length && !noteLoosePhotos(env.DATABASE_URL, since, now)) {
    await bringUpToDate(env.DATABASE_URL);
    noteLoosePhotos(env.DATABASE_URL, since, now);
  }
  const loose = since.length ? `; the ${since.length} photos that it does not know go after a day` : '';
  const lost = missing ? `; the files of ${missing} photos are not in ${photosBeside(backup)}` : '';
  return loose + lost;
}

/** Migrates as the server's next start would. */
async function bringUpToDate(database: string): Promise<void> {
  const db = openDatabase(database);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}
