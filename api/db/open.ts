import { dirname } from 'node:path';
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type SelectQueryBuilder,
} from 'kysely';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { sqliteDialect } from './sqlite.ts';

const int8 = 20;
const numeric = 1700;

/**
 * Opens a database by its address: `postgres://…`, or a file's path (`:memory:` too) for SQLite.
 * Does not migrate. `onLost` hears of connections to PostgreSQL that were lost while nobody used them. @throws when the file can't be opened; PostgreSQL is first asked by the first query.
 */
export function openDatabase(url: string, onLost: (error: Error) => void = () => {}): Db {
  if (/^postgres(ql)?:\/\//i.test(url))
    return new Kysely<Database>({ dialect: postgresDialect(url, onLost) });
  if (url !== ':memory:') makeFolder(dirname(url));
  return new Kysely<Database>({ dialect: sqliteDialect(url) });
}

function postgresDialect(connectionString: string, onLost: (error: Error) => void): PostgresDialect {
  // pg leaves these as text, so that counts and sums would differ between the engines.
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(numeric, Number);
  const pool = new pg.Pool({ connectionString, types, max: 10, connectionTimeoutMillis: 5000 });
  // An idle connection that the server ends is replaced at the next query; unheard, its error would end the process.
  pool.on('error', onLost);
  // The same while somebody has it and asks nothing: their next query says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new ToldPostgresDialect({ pool });
}

class ToldPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new ToldPostgresDriver(this.#config);
  }
}

class ToldPostgresDriver extends PostgresDriver {
  /** A connection that cannot roll back is thrown away, and with it what was begun; only the cause is worth telling. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
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
