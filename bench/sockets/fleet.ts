import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../api/db/database.ts';
import { migrate } from '../../api/db/migrate.ts';
import { openDatabase } from '../../api/db/open.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';

export interface Fleet {
  db: Db;
  servers: string[];
  /** The memory of each server's process, in bytes. */
  memory(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Several servers, one process each, on one PostgreSQL. */
export async function startFleet(count: number): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-sockets-'));
  const postgres = await startPostgres();
  const db = openDatabase(postgres.url);
  await migrate(db);
  const children: ChildProcess[] = [];
  const servers: string[] = [];
  for (let n = 0; n < count; n++) {
    const child = forkBeside('server.main.ts', [], {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, String(n)),
      LOG_LEVEL: 'silent',
    });
    children.push(child);
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    servers.push(url);
  }
  return {
    db,
    servers,
    memory: () =>
      Promise.all(
        children.map(async (child) => {
          const message = once(child, 'message');
          child.send('memory');
          const [{ rss }] = (await message) as [{ rss: number }];
          return rss;
        }),
      ),
    async stop() {
      for (const child of children) await end(child);
      await db.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export function forkBeside(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    execArgv: [],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Ends the child, which exits when its parent disconnects. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}
