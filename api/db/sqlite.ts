import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/**
 * Kysely's SQLite with two differences: a statement is prepared once, not at every query; and a transaction takes
 * the write lock when it begins, since a reader that turns writer while another process writes fails at once
 * whatever the busy timeout.
 */
export function sqliteDialect(file: string): SqliteDialect {
  if (file !== ':memory:') keepToOurselves(file);
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  // better-sqlite3 sets NORMAL under WAL, which can lose an acknowledged write when the power fails.
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5000');
  database.pragma('foreign_keys = ON');
  // What is deleted is overwritten: else it stays in the file, and in its copies, until something takes its place.
  database.pragma('secure_delete = ON');
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
        if (file !== ':memory:') database.pragma('wal_checkpoint(TRUNCATE)');
        database.close();
      },
    },
  };
  return new ImmediateSqliteDialect(config);
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

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has rolled back by itself what it could not write at all; only the cause is worth telling. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
