import { chmodSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workFor } from '../core/turn.ts';
import { aUser } from '../testing/builders/builders.ts';
import { onServer, testDatabase } from '../testing/databases/database.ts';
import { aLongReader } from '../testing/databases/long-reader.ts';
import { backUp } from './backup.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';
import { inOneRead, openDatabase } from './open.ts';
import { prepared } from './prepared.ts';
import { DatabaseUnavailable, servingWaits } from './unavailable.ts';
import { emptyWriteAheadLog } from './write-ahead-log.ts';

test('a transaction that cannot be rolled back reports the first cause, and the next one begins anew', async () => {
  const { db, url, close } = await testDatabase();
  const failing = db.transaction().execute(async (tx) => {
    // Its own connection alone: the pool may have others, which end when they are used.
    if (url.includes('://'))
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => {});
    else await sql`rollback`.execute(tx);
    throw new Error('the cause');
  });
  await expect(failing).rejects.toThrow('the cause');
  expect(await db.transaction().execute((tx) => tx.selectFrom('users').select('id').execute())).toEqual([]);
  await close();
});

test.each(['one after the other', 'at once'])(
  'a long series of queries, %s, lets other work run',
  async (how) => {
    const { db, close } = await testDatabase();
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    const count = async () => (await db.selectFrom('users').select('id').execute()).length;
    if (how === 'at once') await Promise.all(Array.from({ length: 4000 }, count));
    else for (let n = 0; n < 4000; n += 1) await count();
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
    await close();
  },
);

test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'deleted and overwritten content is gone from the file',
  async () => {
    const { db, url, close } = await testDatabase();
    const letters = (word: string) => `${word} `.repeat(400);
    const store = (id: string, word: string) =>
      sql`insert into canned_replies (id, title, text, created_at, updated_at)
        values (${id}, '', ${letters(word)}, '', '')`.execute(db);
    await store('a', 'Wattle');
    await store('b', 'Banksia');
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const has = (word: string) => readFileSync(url).includes(word);
    expect([has('Wattle'), has('Banksia')]).toEqual([true, true]);
    await db.deleteFrom('canned_replies').where('id', '=', 'a').execute();
    await db.updateTable('canned_replies').set({ text: '' }).where('id', '=', 'b').execute();
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    expect([has('Wattle'), has('Banksia')]).toEqual([false, false]);
    await close();
  },
);

test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'deleted content leaves the write-ahead log once no other process reads from it',
  async () => {
    const { db, url, close } = await testDatabase();
    await sql`insert into canned_replies (id, title, text, created_at, updated_at)
      values ('a', '', 'Wattle', '', '')`.execute(db);
    const reader = aLongReader(url);
    await db.deleteFrom('canned_replies').execute();
    const inLog = () => readFileSync(`${url}-wal`).includes('Wattle');
    await emptyWriteAheadLog(db);
    expect(inLog()).toBe(true);
    reader.end();
    await emptyWriteAheadLog(db);
    expect(inLog()).toBe(false);
    await close();
  },
);

test.runIf(process.env.TEST_DATABASE === 'sqlite')(
  'the database and the files beside it cannot be read by others',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-open-'));
    const file = join(folder, 'made', 'here', 'x.sqlite');
    const rights = (path: string) => statSync(path).mode & 0o777;
    const first = openDatabase(file);
    await migrate(first);
    for (const part of ['', '-wal', '-shm']) expect(rights(file + part), part).toBe(0o600);
    for (const at of [join(folder, 'made'), join(folder, 'made', 'here')]) expect(rights(at)).toBe(0o700);
    await backUp(file, join(folder, 'backup.sqlite'));
    expect(rights(join(folder, 'backup.sqlite'))).toBe(0o600);
    await first.destroy();
    // The rights that an earlier release left.
    chmodSync(file, 0o644);
    const again = openDatabase(file);
    expect(rights(file)).toBe(0o600);
    await again.destroy();
    await rm(folder, { recursive: true });
  },
);

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'an idle connection that the server ends is reported and replaced',
  async () => {
    const { url, close } = await testDatabase();
    const lost = Promise.withResolvers<Error>();
    const db = openDatabase(url, { onLost: lost.resolve });
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

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a prepared query is parsed once per connection, and anew after its columns have changed',
  async () => {
    const { url, close } = await testDatabase();
    // Connections of its own: those of other tests do not see other columns.
    const db = openDatabase(url);
    const { id } = await aUser(db);
    const selectUser = prepared((of, p: { id: string }) =>
      of.selectFrom('users').selectAll().where('id', '=', p.id),
    );
    const read = async () => (await selectUser(db, { id })).map((row) => row.id);
    for (let time = 0; time < 3; time++) expect(await read()).toEqual([id]);
    const known = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(known.rows.filter(({ statement }) => statement.includes('select * from "users"'))).toHaveLength(1);
    const other = openDatabase(url);
    await sql`alter table users add column nothing text`.execute(other);
    await expect(read()).rejects.toThrow(DatabaseUnavailable);
    expect(await read()).toEqual([id]);
    await sql`alter table users drop column nothing`.execute(other);
    await Promise.all([db.destroy(), other.destroy()]);
    await close();
  },
);

test('the reads of one transaction see one state, and keep no writer waiting', async () => {
  const { db, url, close } = await testDatabase();
  const other = openDatabase(url);
  const people = async (of: Db) => (await of.selectFrom('users').select('id').execute()).length;
  await inOneRead(db, async (tx) => {
    expect(await people(tx)).toBe(0);
    await aUser(other);
    expect(await people(tx)).toBe(0);
  });
  expect(await people(db)).toBe(1);
  await other.destroy();
  await close();
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('a write among the reads is refused', async () => {
  const { db, close } = await testDatabase();
  await expect(inOneRead(db, (tx) => aUser(tx))).rejects.toThrow('read-only transaction');
  await close();
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'connections are given in turns, and a wait for one ends in time',
  async () => {
    const { url, close } = await testDatabase();
    const db = openDatabase(url, { waits: { ...servingWaits, connect: 2_000 } });
    const go = Promise.withResolvers<void>();
    let held = 0;
    const all = Array.from({ length: 10 }, () =>
      db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        held += 1;
        await go.promise;
      }),
    );
    await expect.poll(() => held).toBe(10);
    const late = workFor('mia', () => sql`select 1`.execute(db));
    await expect(late).rejects.toThrow(DatabaseUnavailable);
    const order: string[] = [];
    const ask = (name: string) =>
      workFor(name, () =>
        db.connection().execute((connection) => {
          order.push(name);
          return sql`select 1`.execute(connection);
        }),
      );
    const queries = [...Array.from({ length: 100 }, () => ask('mia')), ask('noah')];
    go.resolve();
    await Promise.all([...all, ...queries]);
    // Of the ten connections that are free at once, the first goes to Mia and the second to Noah.
    expect(order.indexOf('noah')).toBeLessThan(12);
    await db.destroy();
    await close();
  },
);
