import { existsSync } from 'node:fs';
import { readEnv } from '../api/core/env.ts';
import { holdFolder } from '../api/db/folder-lock.ts';
import { isMigrated, isNewer, migrate } from '../api/db/migrate.ts';
import { moveRows } from '../api/db/move.ts';
import { openDatabase } from '../api/db/open.ts';
import { withoutWaits } from '../api/db/postgres/postgres.ts';
import { probeDatabase } from '../api/db/probe.ts';
import { migratingWaits } from '../api/db/unavailable.ts';
import { dataMap } from '../api/features/records/personal-data/map.ts';
import { CommandError, command } from './command.ts';

/**
 * `npm run move -- file`: copies the SQLite database into the empty PostgreSQL database of DATABASE_URL; only while no
 * server runs on the data folder. The file stays as it is.
 */
await command(async ([file]) => {
  if (!file) throw new CommandError('Name the SQLite file: npm run move -- data/hearthkeep.sqlite');
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const env = readEnv(process.env);
  if (!env.DATABASE_URL.includes('://'))
    throw new CommandError('Set DATABASE_URL to the PostgreSQL database that the rows go into');
  const held = existsSync(env.DATA_DIR) ? holdFolder(env.DATA_DIR, 'alone') : undefined;
  if (held === null) throw new CommandError(`A server is running on ${env.DATA_DIR}; stop it first`);
  try {
    await requireThisRelease(file);
    const to = await probeDatabase(() =>
      openDatabase(withoutWaits(env.DATABASE_URL), { waits: migratingWaits }),
    );
    try {
      await migrate(to).catch((error: Error) => {
        throw new CommandError(`DATABASE_URL cannot be used: ${error.message}`);
      });
      const moved = await moveRows(file, to, Object.keys(dataMap));
      if (moved === null)
        throw new CommandError('The PostgreSQL database has people already; nothing was changed');
      return `Copied ${moved} rows from ${file}, which stays as it is. Start the server with this DATABASE_URL`;
    } finally {
      await to.destroy();
    }
  } finally {
    held?.release();
  }
});

/** @throws CommandError if the file's tables are not those of this release */
async function requireThisRelease(file: string): Promise<void> {
  const from = openDatabase(file);
  try {
    if ((await isMigrated(from)) && !(await isNewer(from))) return;
  } finally {
    await from.destroy();
  }
  throw new CommandError(
    `${file} is of another release: move it with the release that it was last started with`,
  );
}
