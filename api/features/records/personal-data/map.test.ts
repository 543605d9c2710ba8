import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPostgres } from '../../../db/open.ts';
import { type TestDatabase, testDatabase } from '../../../testing/databases/database.ts';
import { dataMap, otherTables } from './map.ts';
import { type ColumnAnswer, fateOf, isShown, type TableAnswer } from './map.types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const answers: [string, TableAnswer][] = Object.entries(dataMap);
const columnsOf = ({ columns }: TableAnswer): [string, ColumnAnswer][] => Object.entries(columns);

/** The schema as the database reports it, after all migrations. */
const schema = async () =>
  (await database.db.introspection.getTables()).filter(({ name }) => !(name in otherTables));

test('every table and column has an answer, and no unknown one has', async () => {
  const named = (table: string, columns: string[]) => columns.map((column) => `${table}.${column}`);
  const there = (await schema()).flatMap((t) =>
    named(
      t.name,
      t.columns.map(({ name }) => name),
    ),
  );
  const answered = answers.flatMap(([table, answer]) => named(table, Object.keys(answer.columns)));
  expect(answered.sort()).toEqual(there.sort());
});

test('a column without an answer is found', async () => {
  const { db } = database;
  await sql`alter table preferences add column shoe_size text`.execute(db);
  try {
    const table = (await schema()).find(({ name }) => name === 'preferences');
    const columns = table?.columns.map(({ name }) => name) ?? [];
    expect(columns.filter((column) => !(column in dataMap.preferences.columns))).toEqual(['shoe_size']);
  } finally {
    await sql`alter table preferences drop column shoe_size`.execute(db);
  }
});

test('a column that refers to a person is never ours', async () => {
  const { rows } = isPostgres(database.db)
    ? await sql<{ table: string; column: string }>`
        select r.conrelid::regclass::text as table, a.attname as column from pg_constraint r
        join pg_attribute a on a.attrelid = r.conrelid and a.attnum = any (r.conkey)
        where r.contype = 'f' and r.confrelid = 'users'::regclass`.execute(database.db)
    : await sql<{ table: string; column: string }>`
        select t.name as "table", f."from" as "column" from sqlite_master t, pragma_foreign_key_list(t.name) f
        where t.type = 'table' and f."table" = 'users'`.execute(database.db);
  expect(rows.length).toBeGreaterThan(20);
  const ofPeople = rows.map(({ table, column }) => ({
    column: `${table}.${column}`,
    answer: (dataMap as Record<string, TableAnswer>)[table]?.columns[column],
  }));
  expect(ofPeople.filter(({ answer }) => answer === undefined || answer === 'ours')).toEqual([]);
});

test('each table names the owner of its rows, or that there is none', () => {
  for (const [table, { whose, columns }] of answers) {
    const isAnybodys = Object.values(columns).some((answer) => answer !== 'ours');
    expect(isAnybodys, table).toBe(whose !== null);
  }
});

test('each table is answered in one file, and every file is part of the map', async () => {
  const folder = new URL('./map/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== 'answers.ts');
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const tables = modules.flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => (name.endsWith('Answers') ? Object.keys(value) : [])),
  );
  expect(tables.toSorted()).toEqual(Object.keys(dataMap).toSorted());
});

test('a table stands after those to which its rows refer', async () => {
  const { rows } = isPostgres(database.db)
    ? await sql<{ from: string; to: string }>`
        select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(database.db)
    : await sql<{ from: string; to: string }>`
        select t.name as "from", f."table" as "to" from sqlite_master t, pragma_foreign_key_list(t.name) f
        where t.type = 'table'`.execute(database.db);
  expect(rows.length).toBeGreaterThan(80);
  const order = Object.keys(dataMap);
  const early = rows.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to));
  // A booking refers to its payment, and a payment may refer to a booking.
  expect(early).toEqual([{ from: 'bookings', to: 'payments' }]);
});

test('a row is deleted as a whole, or stays', () => {
  for (const [table, answer] of answers) {
    const fates = new Set(
      columnsOf(answer).flatMap(([, column]) => {
        const fate = fateOf(column);
        return fate === null ? [] : [fate === 'deleted' ? 'goes' : 'stays'];
      }),
    );
    expect([...fates].length, table).toBeLessThanOrEqual(1);
  }
});

test('every emptied column accepts the empty value', async () => {
  for (const { name, columns } of await schema())
    for (const column of columns) {
      const answer = (dataMap as Record<string, TableAnswer>)[name]?.columns[column.name] ?? 'ours';
      const fate = fateOf(answer);
      if (fate !== null && typeof fate === 'object' && fate.emptied === null)
        expect(column.isNullable, `${name}.${column.name}`).toBe(true);
    }
});

test('every table that a person reads has an order', () => {
  for (const [table, answer] of answers)
    expect(answer.order !== undefined, table).toBe(Object.values(answer.columns).some(isShown));
});
