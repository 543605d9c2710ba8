import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import type { Waits } from '../db/unavailable.ts';

export interface TestDatabase {
  db: Db;
  /** What DATABASE_URL would say. */
  url: string;
  close(): Promise<void>;
}

/** For tests that are not about how long a database is waited for: hundreds of calls at once wait on a slow machine. */
export const wideWaits: Waits = {
  connect: 60_000,
  lock: 60_000,
  statement: 60_000,
  answer: 60_000,
  idleInTransaction: 60_000,
};

export const postgresTemplate = 'hearthkeep_template';

/**
 * A migrated, empty database of its own, cloned from the template that the run made once; on the engine that
 * `TEST_DATABASE` names. Whoever changes its tables puts them back.
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

/** The databases that this process's tests have given back, empty again: a clone costs as much as a whole test. */
const free: string[] = [];

/** No trigger and no foreign key has a part in it; what migrations have been done stays known. */
const emptyAllTables = `DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely_%' LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
END $$`;
/** A server that was killed may have left a statement that still runs. */
const endWhatRuns = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

async function postgresDatabase(): Promise<TestDatabase> {
  const url = free.pop() ?? (await clone());
  const db = openDatabase(url, { waits: wideWaits });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await onServer(url, endWhatRuns, emptyAllTables);
      free.push(url);
    },
  };
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

/** Statements on a connection of their own, such as CREATE DATABASE. */
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
