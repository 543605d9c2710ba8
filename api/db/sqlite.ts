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
  type TransactionSettings,
} from 'kysely';
import { DatabaseUnavailable, KeyTaken } from './unavailable.ts';

/** The pause between two checks whether another process has finished writing. */
const lookEveryMs = 25;
/** The time in ms for which SQLite itself waits for others while opening and closing; no request is served then. */
const openingMs = 5_000;

/**
 * Kysely's SQLite with three differences. A statement is prepared once, not at every query. A transaction takes the
 * write lock when it begins, unless it only reads (`inOneRead`): a reader that turns writer while another process
 * writes fails at once, whatever the busy timeout. Reads go on while another process holds that lock, where SQLite's own wait would block the whole
 * process.
 * @param lockMs how long a write waits for another process
 */
export function sqliteDialect(file: string, lockMs: number): SqliteDialect {
  if (file !== ':memory:') keepToOurselves(file);
  const database = new SqliteDatabase(file);
  database.pragma(`busy_timeout = ${openingMs}`);
  database.pragma('journal_mode = WAL');
  // better-sqlite3 sets NORMAL under WAL, which can lose an acknowledged write at a power failure.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Deleted content is overwritten; otherwise it stays in the file and in its copies until the space is used again.
  database.pragma('secure_delete = ON');
  database.pragma('busy_timeout = 0');
  const statements = new Map<string, SqliteDatabase.Statement>();
  const config: SqliteDialectConfig = {
    database: {
      prepare(sql) {
        const known = statements.get(sql);
        if (known) return known;
        const statement = database.prepare(sql);
        // Lists of ids produce statements of many lengths, so the map needs a limit.
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

/** The file holds personal data. SQLite gives the same rights to the files that it makes beside it. */
function keepToOurselves(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      if (existsSync(part)) chmodSync(part, 0o600);
    } catch (error) {
      // EPERM: the file belongs to another user, who guards it.
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

/** Kysely's own adapter makes a wait for another process block all other queries of this one. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** SQLite takes changes of the schema back with a transaction; Kysely's own adapter migrates without one. */
  override get supportsTransactionalDdl(): boolean {
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

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    await (connection as TurnTakingConnection).begin(
      settings?.accessMode === 'read only' ? 'begin' : 'begin immediate',
    );
  }

  /** SQLite has already rolled back a failed write by itself; only the first cause is reported. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    (connection as TurnTakingConnection).end();
  }
}

/** The one connection, used in turn: by one query, or by a whole transaction. */
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

  /** @throws DatabaseUnavailable when another process writes for too long, and when the disk is full. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) return this.#once(query, () => this.#turns.give());
    return this.#only.executeQuery<R>(query).catch(toldApart);
  }

  async begin(how: 'begin' | 'begin immediate'): Promise<void> {
    await this.#once(CompiledQuery.raw(how), () => {
      this.#inTransaction = true;
    });
  }

  end(): void {
    if (this.#inTransaction) this.#turns.give();
    this.#inTransaction = false;
  }

  // biome-ignore lint/correctness/useYield: nothing of ours streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('SQLite cannot stream an answer: read page by page');
  }

  /** Other queries have their turn between two tries. */
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

/**
 * Gives turns one at a time, in the order of asking. SQLite answers at once, so a series of queries runs within one turn
 * of the event loop; when it has lasted for `mostMs`, the next query waits until all else has had its turn.
 */
class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];
  /** The first query of this turn of the event loop. */
  #began: number | null = null;

  take(): Promise<void> | null {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return this.#isLong() ? new Promise((resolve) => nextTurn(resolve)) : null;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (!next) this.#isTaken = false;
    else if (this.#isLong()) nextTurn(next);
    else next();
  }

  #isLong(): boolean {
    const now = performance.now();
    if (this.#began !== null) return now - this.#began > mostMs;
    this.#began = now;
    nextTurn(() => {
      this.#began = null;
    });
    return false;
  }
}

/** The longest series of queries within one turn of the event loop. */
const mostMs = 10;
const nextTurn = setImmediate;

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);
const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(codeOf(error));

/**
 * Throws DatabaseUnavailable for failures that pass, such as a busy or full disk, KeyTaken for a second row with one
 * key, and any other error as it is.
 */
function toldApart(error: unknown): never {
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)))
    // Its text is 'UNIQUE constraint failed: bookings.user_id, bookings.client_id'.
    throw new KeyTaken(
      error,
      [...String(error).matchAll(/\.(\w+)/g)].map(([, column = '']) => column),
    );
  const outage = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY)/.test(codeOf(error));
  throw outage ? new DatabaseUnavailable(error) : error;
}
