import SqliteDatabase from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { Db } from './database.ts';

/** A statement of PostgreSQL takes 65,535 values at most, and no table has a hundred columns. */
const rowsPerStatement = 500;

/**
 * Copies every row of a SQLite file, as it is at one moment, into a PostgreSQL database of the same release, in one
 * transaction. Rows that a first start there has made, such as the catalogue, are replaced.
 * @param tables all of them, those that triggers fill after those from which they are filled
 * @returns the number of rows; `null` if the PostgreSQL database has people already: then nothing was changed
 */
export async function moveRows(file: string, to: Db, tables: readonly string[]): Promise<number | null> {
  const source = new SqliteDatabase(file, { readonly: true });
  try {
    source.exec('begin');
    return await to.transaction().execute(async (tx) => {
      await sql`lock table users in exclusive mode`.execute(tx);
      if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return null;
      const references = await referencesIn(tx);
      for (const one of references) await checkAtEnd(tx, one, true);
      const target = tx as unknown as Kysely<Record<string, Record<string, unknown>>>;
      for (const table of tables.toReversed()) await target.deleteFrom(table).execute();
      let moved = 0;
      for (const table of tables) {
        // Triggers have made rows here of those that were copied before; the rows of the file are the right ones.
        await target.deleteFrom(table).execute();
        for (const rows of inParts(source, table)) {
          await target.insertInto(table).values(rows).execute();
          moved += rows.length;
        }
      }
      await sql`set constraints all immediate`.execute(tx);
      for (const one of references) await checkAtEnd(tx, one, false);
      return moved;
    });
  } finally {
    source.close();
  }
}

interface Reference {
  table: string;
  name: string;
}

async function referencesIn(tx: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`select conrelid::regclass::text as "table", conname as name
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  return rows;
}

/** Some tables refer to each other, so no order of them is right before the last row is there. */
async function checkAtEnd(tx: Db, { table, name }: Reference, atEnd: boolean): Promise<void> {
  const when = sql.raw(atEnd ? 'deferrable initially deferred' : 'not deferrable');
  await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} ${when}`.execute(tx);
}

function* inParts(source: SqliteDatabase.Database, table: string): Generator<Record<string, unknown>[]> {
  let part: Record<string, unknown>[] = [];
  for (const row of source.prepare<[], Record<string, unknown>>(`select * from "${table}"`).iterate()) {
    part.push(row);
    if (part.length < rowsPerStatement) continue;
    yield part;
    part = [];
  }
  if (part.length) yield part;
}
