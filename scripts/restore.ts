import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restore } from '../api/db/backup.ts';
import { holdFolder } from '../api/db/folder-lock.ts';
import { readEnv } from '../api/env.ts';
import { CommandError, command } from './command.ts';

/** `npm run restore -- file`: puts a backup in the database's place; only while no server runs on the data folder. */
await command(async ([file]) => {
  if (!file) throw new CommandError('Name the backup: npm run restore -- <file>');
  const env = readEnv(process.env);
  if (env.DATABASE_URL.includes('://')) throw new CommandError('DATABASE_URL is PostgreSQL: use pg_restore');
  if (!existsSync(env.DATA_DIR)) throw new CommandError(`There is no data folder ${env.DATA_DIR}`);
  const held = holdFolder(env.DATA_DIR, 'alone');
  if (!held) throw new CommandError(`A server is running on ${env.DATA_DIR}; stop it first`);
  try {
    const now = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const aside = join(env.DATA_DIR, 'backups', `before-restore-${now}.sqlite`);
    restore(resolve(file), env.DATABASE_URL, aside);
    return `Restored ${resolve(file)}${existsSync(aside) ? `; what was there is kept as ${aside}` : ''}`;
  } finally {
    held.release();
  }
});
