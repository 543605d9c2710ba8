import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';

/** Makes, once per run, a migrated file that each test copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-template-'));
  const file = join(folder, 'template.sqlite');
  const db = openDatabase(file);
  await migrate(db);
  await db.destroy();
  process.env.TEST_SQLITE_TEMPLATE = file;
  return () => rm(folder, { recursive: true });
}
