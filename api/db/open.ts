import { dirname } from 'node:path';
import { Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database, Db, Tx } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { postgresDialect } from './postgres/postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import { servingWaits, type Waits } from './unavailable.ts';

/**
 * Opens a database by its address: `postgres://…`, or a file's path (`:memory:` too) for SQLite. Does not migrate.
 * Queries throw DatabaseUnavailable while the database cannot answer. `onLost` hears of idle PostgreSQL connections
 * that were lost.
 * @throws when the file cannot be opened; PostgreSQL is contacted only by the first query.
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

/**
 * Locks the rows that a query selects until the transaction ends. SQLite needs no lock: it has one writer at a time.
 */
export function locked<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forUpdate() : query;
}

/**
 * Locks the same way, but lets others add rows that refer to these. Two transactions that have each added one and
 * then ask for this lock wait in turn; with the full lock they would wait for each other.
 */
export function lockedForChange<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query;
}

/**
 * Locks the selected rows that nobody has locked, and leaves the others out, so that several processes share the
 * work.
 */
export function lockedIfFree<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query;
}

/**
 * Keeps the selected rows from being deleted until the transaction ends; any number of transactions may do so at
 * once.
 */
export function keptInPlace<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(db) ? query.forKeyShare() : query;
}

/**
 * Runs reads that all see one state of the database. They take no lock, wait for no writer, and keep none waiting;
 * PostgreSQL refuses a write among them.
 */
export const inOneRead = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
