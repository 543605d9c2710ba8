import { dirname } from 'node:path';
import { Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database, Db } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import { servingWaits, type Waits } from './unavailable.ts';

/**
 * Opens a database by its address: `postgres://…`, or a file's path (`:memory:` too) for SQLite.
 * Does not migrate. Queries throw DatabaseUnavailable where it can't answer for now. `onLost` hears of connections to
 * PostgreSQL that were lost while nobody used them. @throws when the file can't be opened; PostgreSQL is first asked by the first query.
 */
export function openDatabase(
  url: string,
  { waits = servingWaits, onLost = () => {} }: { waits?: Waits; onLost?: (error: Error) => void } = {},
): Db {
  if (/^postgres(ql)?:\/\//i.test(url))
    return new Kysely<Database>({ dialect: postgresDialect(url, waits, onLost) });
  if (url !== ':memory:') makeFolder(dirname(url));
  return new Kysely<Database>({ dialect: sqliteDialect(url, waits.lock) });
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Locks the rows that a query selects until the transaction ends. SQLite has one writer at a time already. */
export function locked<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forUpdate() : query;
}

/**
 * The same, but rows that refer to these may be added meanwhile: two transactions that have each added one and then
 * ask for this lock wait in turn, where each would otherwise wait for the other.
 */
export function lockedForChange<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query;
}

/** Locks those rows of a query that nobody has locked, and leaves the others out: several processes share what is to be done. */
export function lockedIfFree<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query;
}

/** Only keeps the rows from being deleted until the transaction ends: any number may do so at once. */
export function keptInPlace<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forKeyShare() : query;
}
