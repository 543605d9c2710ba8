import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../api/db/database.ts';
import { openDatabase } from '../../api/db/open.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { testSecret } from '../../api/testing/servers/secret.ts';
import { childrenOf, descendantsOf, memoryOf, postgresProcess, processorSeconds } from './processes.ts';

/** The product as people start it, with its own limits, behind one proxy: each person has their own address. */
export interface Product {
  url: string;
  db: Db;
  /** The disk of its data; `null` if it has no disk of its own. */
  disk: string | null;
  /** The file of SQLite, or the address of PostgreSQL. */
  database: string;
  /** The memory of its process, and of the largest of those that it has started, in bytes. */
  memory(): Promise<Memory>;
  /** The seconds of processor that the server and those that it has started, and PostgreSQL, have used. */
  processors(): Promise<{ server: number; database: number }>;
  stop(): Promise<void>;
}

export interface Memory {
  server: number;
  /** The decoder of photos. */
  started: number;
}

const diskSize = '256m';

export async function startProduct({
  postgres: isPostgres,
  smtpUrl,
}: {
  postgres: boolean;
  smtpUrl: string;
}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-attacks-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const disk = !isPostgres && mountDisk(dataDir) ? dataDir : null;
  const postgres = isPostgres ? await startPostgres() : null;
  const database = postgres?.url ?? join(dataDir, 'hearthkeep.sqlite');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(join(folder, 'log'), 'w');
  const child = spawn(process.execPath, ['api/main.ts'], {
    // A file: the server would wait for the attackers, if they read its log.
    stdio: ['ignore', log, 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '1',
      SANDBOX: '1',
      DATA_DIR: dataDir,
      // The small disk has less room than photos must leave free.
      PHOTOS_DIR: join(folder, 'photos'),
      SESSION_SECRET: testSecret,
      SMTP_URL: smtpUrl,
      ...(postgres && { DATABASE_URL: postgres.url }),
    },
  });
  closeSync(log);
  await ready(child, url);
  const db = openDatabase(database);
  const pid = Number(child.pid);
  const postmaster = isPostgres ? await postgresProcess(database) : 0;
  return {
    url,
    db,
    disk,
    database,
    async memory() {
      const started = await Promise.all((await descendantsOf(pid)).map(memoryOf));
      return { server: await memoryOf(pid), started: Math.max(0, ...started) };
    },
    async processors() {
      return {
        server: await processorSeconds([pid, ...(await descendantsOf(pid))]),
        database: isPostgres ? await processorSeconds([postmaster, ...(await childrenOf(postmaster))]) : 0,
      };
    },
    async stop() {
      await db.destroy();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await postgres?.stop();
      if (disk) execFileSync('umount', [disk]);
      await rm(folder, { recursive: true });
    },
  };
}

/** @returns whether this machine allows it: only root can mount */
function mountDisk(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder]);
  return true;
}

/** Waits until the server says that it is ready. */
async function ready(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode} before it was ready`);
    if (Date.now() > giveUpAt) throw new Error('The server was not ready within a minute');
    await wait(50);
  }
}
