import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';

export interface TestDatabase {
  db: Db;
  /** What DATABASE_URL would say. */
  url: string;
  close(): Promise<void>;
}

export const postgresTemplate = 'hearthkeep_template';

/**
 * A migrated, empty database of its own, cloned from the template that the run made once; on the engine that
 * `TEST_DATABASE` names.
 */
export function testDatabase(): Promise<TestDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? postgresDatabase() : sqliteDatabase();
}

async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-test-'));
  const url = join(folder, 'hearthkeep.sqlite');
  await copyFile(need('TEST_SQLITE_TEMPLATE'), url);
  const db = openDatabase(url);
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

async function postgresDatabase(): Promise<TestDatabase> {
  const server = need('TEST_POSTGRES_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${postgresTemplate}`);
  const url = databaseUrl(server, name);
  const db = openDatabase(url);
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await onServer(server, `DROP DATABASE ${name}`);
    },
  };
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement outside of any database of ours, such as CREATE DATABASE. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function need(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run through vitest's projects api-sqlite or api-postgres`);
  return value;
}
