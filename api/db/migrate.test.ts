import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { isMigrated, migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

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

// PostgreSQL has always had the transaction.
test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'a start that is killed amid the migrations leaves the schema as it was, and the next one completes it',
  async () => {
    const whole = killedAt(0);
    const model = openDatabase(':memory:');
    await migrate(model.withPlugin(whole.plugin));
    const wanted = await model.introspection.getTables();
    await model.destroy();
    for (let left = 0; left < 20; left += 4) {
      const db = openDatabase(':memory:');
      const start = killedAt(whole.seen() - left);
      await expect(migrate(db.withPlugin(start.plugin))).rejects.toThrow('killed');
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      expect(tables, 'the changes since the last finished step are taken back').not.toContain(
        'booking_details',
      );
      await migrate(db);
      expect(await isMigrated(db)).toBe(true);
      expect(await db.introspection.getTables()).toEqual(wanted);
      await db.destroy();
    }
  },
);
