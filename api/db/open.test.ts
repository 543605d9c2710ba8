import { expect, test } from 'vitest';
import { onServer, testDatabase } from '../testing/database.ts';
import { openDatabase } from './open.ts';

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a connection that the server ends while nobody uses it is heard of and replaced',
  async () => {
    const { url, close } = await testDatabase();
    const lost = Promise.withResolvers<Error>();
    const db = openDatabase(url, lost.resolve);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    const name = new URL(url).pathname.slice(1);
    await onServer(
      process.env.TEST_POSTGRES_URL ?? '',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    expect((await lost.promise).message).toMatch(/terminat/);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
    await db.destroy();
    await close();
  },
);
