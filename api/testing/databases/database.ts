import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '../../db/database.ts';
import { openDatabase } from '../../db/open.ts';
import { postgresDialect } from '../../db/postgres/postgres.ts';
import type { Waits } from '../../db/unavailable.ts';

export interface TestDatabase {
  db: Db;
  /** The value for DATABASE_URL. */
  url: string;
  close(): Promise<void>;
}

/**
 * Long waits, for tests that are not about waits: on a slow machine, hundreds of simultaneous calls wait for long.
 */
export const wideWaits: Waits = {
  connect: 60_000,
  lock: 60_000,
  statement: 60_000,
  answer: 60_000,
  idleInTransaction: 60_000,
};

export const postgresTemplate = 'hearthkeep_template';

/**
 * A new, migrated, empty database, cloned from the template that the run made once, on the engine that
 * `TEST_DATABASE` names. A test that changes its tables must restore them.
 */
export function testDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? postgresDatabase() : sqliteDatabase();
}

async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-test-'));
  const url = join(folder, 'hearthkeep.sqlite');
  await copyFile(need('TEST_SQLITE_TEMPLATE'), url);
  const db = openDatabase(url, { waits: wideWaits });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

/** A database with its connections, which stay open from one test to the next. */
interface Kept {
  url: string;
  dialect: PostgresDialect;
  /** Resolves when no query is under way. */
  isIdle(): Promise<void>;
}

/**
 * Databases that this process's tests have returned, emptied: a clone costs as much as a whole test, and new
 * connections, which know no table yet, as much as its queries.
 */
const free: Kept[] = [];

/**
 * Triggers and foreign keys are switched off meanwhile. The record of migrations is kept, and the rows that migrations
 * have made: the built-in roles, and the first plans as they were.
 */
const emptyAllTables = `DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%' LOOP
    EXECUTE format('DELETE FROM %I', name) || CASE name
      WHEN 'roles' THEN ' WHERE is_built_in = 0'
      WHEN 'plan_versions' THEN ' WHERE id <> plan_id'
      WHEN 'plans' THEN ' WHERE NOT EXISTS (SELECT 1 FROM plan_versions v WHERE v.id = plans.id)'
      ELSE '' END;
  END LOOP;
  UPDATE plans SET version_id = id, on_sale = 1, revision = 1, popular = (id = 'deluxe')::int,
    premium = (id = 'premium')::int, position = array_position(ARRAY['basic', 'standard', 'deluxe', 'premium'], id);
END $$`;
/** A killed server may have left a running statement. */
const endWhatRuns = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

async function postgresDatabase(): Promise<TestDatabase> {
  const kept = free.pop() ?? keptOpen(await clone());
  const { url, dialect } = kept;
  const db = new Kysely<Database>({ dialect });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await kept.isIdle();
      const clean = async () => {
        const cleaner = new Kysely<Database>({ dialect });
        await sql.raw(endWhatRuns).execute(cleaner);
        await sql.raw(emptyAllTables).execute(cleaner);
        await cleaner.destroy();
      };
      // A test may have ended the connections; the next query opens another.
      await clean().catch(clean);
      free.push(kept);
    },
  };
}

/** Connections to a database that outlive each of the `Kysely` above them. */
function keptOpen(url: string): Kept {
  const dialect = postgresDialect(bySocket(url), wideWaits, () => {});
  const driver = dialect.createDriver();
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  const used = new EventEmitter();
  let inUse = 0;
  const done = () => {
    inUse -= 1;
    if (inUse === 0) used.emit('idle');
  };
  driver.acquireConnection = async (options) => {
    inUse += 1;
    return acquire(options).catch((error) => {
      done();
      throw error;
    });
  };
  driver.releaseConnection = (connection, options) => release(connection, options).finally(done);
  driver.destroy = async () => {};
  dialect.createDriver = () => driver;
  return {
    url,
    dialect,
    async isIdle() {
      if (inUse > 0) await once(used, 'idle');
    },
  };
}

/** The same database by the server's socket. */
function bySocket(url: string): string {
  const address = new URL(url);
  address.searchParams.set('host', need('TEST_POSTGRES_SOCKET'));
  return address.href;
}

async function clone(): Promise<string> {
  const server = need('TEST_POSTGRES_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${postgresTemplate}`);
  return databaseUrl(server, name);
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements such as CREATE DATABASE on a connection of their own. */
export async function onServer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function need(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run through vitest's projects api-sqlite or api-postgres`);
  return value;
}
