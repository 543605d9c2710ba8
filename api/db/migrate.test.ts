import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/databases/database.ts';
import { isMigrated, isNewer, migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { withoutWaits } from './postgres/postgres.ts';
import { migratingWaits } from './unavailable.ts';

/** Counts the statements of a start, and ends it before the one of this number. */
function killedAt(number: number) {
  let seen = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen += 1;
      if (seen === number) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, seen: () => seen };
}

/** The statements of a start, counted from its end and from its beginning, before which it is killed. */
const kills = [
  ...[0, 4, 8, 12, 16].map((left) => ({ at: (all: number) => all - left, gone: 'booking_details' })),
  ...[10, 100, 200].map((number) => ({ at: () => number, gone: 'users' })),
];

// PostgreSQL has always had the transaction.
test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'a start that is killed amid the migrations leaves the schema as it was, and the next one completes it',
  async () => {
    const whole = killedAt(0);
    const model = openDatabase(':memory:');
    await migrate(model.withPlugin(whole.plugin));
    const wanted = await model.introspection.getTables();
    await model.destroy();
    for (const { at, gone } of kills) {
      const db = openDatabase(':memory:');
      const start = killedAt(at(whole.seen()));
      await expect(migrate(db.withPlugin(start.plugin))).rejects.toThrow('killed');
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      expect(tables, 'the changes since the last finished step are taken back').not.toContain(gone);
      await migrate(db);
      expect(await isMigrated(db)).toBe(true);
      expect(await db.introspection.getTables()).toEqual(wanted);
      await db.destroy();
    }
  },
);

test('an older release says that a newer one has migrated the database', async () => {
  const { db, close } = await testDatabase();
  const newer = { name: '2999-01-01-newer', timestamp: '2999-01-01T00:00:00.000Z' };
  const records = db as unknown as Kysely<{ kysely_migration: typeof newer }>;
  await records.insertInto('kysely_migration').values(newer).execute();
  const isSeen = await isNewer(db);
  const start = migrate(db).finally(() =>
    records.deleteFrom('kysely_migration').where('name', '=', newer.name).execute(),
  );
  await expect(start).rejects.toThrow(
    /^this database was migrated by a newer release\. Start that release, or restore a backup made before/,
  );
  expect([isSeen, await isNewer(db)]).toEqual([true, false]);
  await close();
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a migration takes as long as it needs, also where the address limits the waits',
  async () => {
    const { url, close } = await testDatabase();
    const limited = `${url}?lock_timeout=20&statement_timeout=20&query_timeout=20&application_name=ours`;
    const slow = async (address: string) => {
      const db = openDatabase(address, { waits: migratingWaits });
      const query = sql<{
        name: string;
      }>`select current_setting('application_name') as name from pg_sleep(0.2)`;
      return (await query.execute(db).finally(() => db.destroy())).rows;
    };
    await expect(slow(limited)).rejects.toThrow();
    expect(await slow(withoutWaits(limited))).toEqual([{ name: 'ours' }]);
    await close();
  },
);

test('the list of migrations has every file of the folders, in the order of their names', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => basename(path, '.ts'))
    .sort();
  const source = readFileSync(join(import.meta.dirname, 'migrate.ts'), 'utf8');
  const listed = [...source.matchAll(/^ {2}'(\d{4}-\d\d-\d\d-[a-z0-9-]+)': /gm)].map(([, name]) => name);
  expect(listed).toEqual(files);
});
