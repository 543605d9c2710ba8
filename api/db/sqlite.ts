import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { DatabaseUnavailable } from './unavailable.ts';

/** How often it is looked whether another process has done writing. */
const lookEveryMs = 25;
/** At the start and at the end SQLite itself waits for others, in ms: nobody else is served then. */
const openingMs = 5_000;

/**
 * Kysely's SQLite with three differences: a statement is prepared once, not at every query; a transaction takes
 * the write lock when it begins, since a reader that turns writer while another process writes fails at once
 * whatever the busy timeout; and while another process holds that lock, reads go on: SQLite's own waiting would stop
 * the whole process.
 * @param lockMs how long a write waits for another process
 */
export function sqliteDialect(file: string, lockMs: number): SqliteDialect {
  if (file !== ':memory:') keepToOurselves(file);
  const database = new SqliteDatabase(file);
  database.pragma(`busy_timeout = ${openingMs}`);
  database.pragma('journal_mode = WAL');
  // better-sqlite3 sets NORMAL under WAL, which can lose an acknowledged write when the power fails.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What is deleted is overwritten: else it stays in the file, and in its copies, until something takes its place.
  database.pragma('secure_delete = ON');
  database.pragma('busy_timeout = 0');
  const statements = new Map<string, SqliteDatabase.Statement>();
  const config: SqliteDialectConfig = {
    database: {
      prepare(sql) {
        const known = statements.get(sql);
        if (known) return known;
        const statement = database.prepare(sql);
        // Lists of ids make statements of many lengths; the map must not grow for ever.
        if (statements.size >= 500) statements.clear();
        statements.set(sql, statement);
        return statement;
      },
      close() {
        statements.clear();
        database.pragma(`busy_timeout = ${openingMs}`);
        if (file !== ':memory:') database.pragma('wal_checkpoint(TRUNCATE)');
        database.close();
      },
    },
  };
  return new PatientSqliteDialect(config, lockMs);
}

/** Whole lives are in it. SQLite gives the files beside it the same rights, those that it makes. */
function keepToOurselves(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      if (existsSync(part)) chmodSync(part, 0o600);
    } catch (error) {
      // Another user's, who lets us write, is theirs to guard.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}

class PatientSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #lockMs: number;
  constructor(config: SqliteDialectConfig, lockMs: number) {
    super(config);
    this.#config = config;
    this.#lockMs = lockMs;
  }
  override createAdapter(): SqliteAdapter {
    return new TurnTakingAdapter();
  }
  override createDriver(): SqliteDriver {
    return new PatientSqliteDriver(this.#config, this.#lockMs);
  }
}

/** Kysely would have whoever waits for another process keep everybody else waiting too. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientSqliteDriver extends SqliteDriver {
  readonly #turns = new Turns();
  readonly #lockMs: number;
  constructor(config: SqliteDialectConfig, lockMs: number) {
    super(config);
    this.#lockMs = lockMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new TurnTakingConnection(await super.acquireConnection(), this.#turns, this.#lockMs);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TurnTakingConnection).begin();
  }

  /** SQLite has rolled back by itself what it could not write at all; only the cause is worth telling. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    (connection as TurnTakingConnection).end();
  }
}

/** The one connection, whose turn it is to use: one query's, or a whole transaction's. */
class TurnTakingConnection implements DatabaseConnection {
  readonly #only: DatabaseConnection;
  readonly #turns: Turns;
  readonly #lockMs: number;
  #inTransaction = false;
  constructor(only: DatabaseConnection, turns: Turns, lockMs: number) {
    this.#only = only;
    this.#turns = turns;
    this.#lockMs = lockMs;
  }

  /** @throws DatabaseUnavailable when another process writes for too long, and when there is no room. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) return this.#once(query, () => this.#turns.give());
    return this.#only.executeQuery<R>(query).catch(toldApart);
  }

  async begin(): Promise<void> {
    await this.#once(CompiledQuery.raw('begin immediate'), () => {
      this.#inTransaction = true;
    });
  }

  end(): void {
    if (this.#inTransaction) this.#turns.give();
    this.#inTransaction = false;
  }

  // biome-ignore lint/correctness/useYield: nothing of ours streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('SQLite answers whole: read page by page');
  }

  /** Between two tries others have their turn. */
  async #once<R>(query: CompiledQuery, done: () => void): Promise<QueryResult<R>> {
    const until = performance.now() + this.#lockMs;
    for (;;) {
      await this.#turns.take();
      try {
        const result = await this.#only.executeQuery<R>(query);
        done();
        return result;
      } catch (error) {
        this.#turns.give();
        if (!isBusy(error) || performance.now() >= until) return toldApart(error);
      }
      await wait(lookEveryMs);
    }
  }
}

/** One at a time, in the order in which they came. */
class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  take(): Promise<void> | null {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return null;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);
const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(codeOf(error));

/** What is over once the other process has done, or there is room on the disk, beside what never will be. */
function toldApart(error: unknown): never {
  const outage = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)/.test(codeOf(error));
  throw outage ? new DatabaseUnavailable(error) : error;
}
