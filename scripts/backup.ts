import { join, resolve } from 'node:path';
import { backUp } from '../api/db/backup.ts';
import { readEnv } from '../api/env.ts';
import { CommandError, command } from './command.ts';

/** `npm run backup [-- file]`: a copy of the SQLite database of this moment, also while servers write to it. */
await command(async ([file]) => {
  const env = readEnv(process.env);
  if (env.DATABASE_URL.includes('://')) throw new CommandError('DATABASE_URL is PostgreSQL: use pg_dump');
  const name = `hearthkeep-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
  const to = file ? resolve(file) : join(env.DATA_DIR, 'backups', name);
  await backUp(env.DATABASE_URL, to);
  return `Backed up to ${to}`;
});
