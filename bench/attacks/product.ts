import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../api/db/database.ts';
import { openDatabase } from '../../api/db/open.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { testSecret } from '../../api/testing/servers/secret.ts';

/** The product as people start it, with its own limits, behind one proxy: each person has their own address. */
export interface Product {
  url: string;
  db: Db;
  /** The disk of its data; `null` if it has no disk of its own. */
  disk: string | null;
  /** The file of SQLite, or the address of PostgreSQL. */
  database: string;
  /** The memory of its process, and of those that it has started, in bytes. */
  memory(): Promise<Memory>;
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
  const child = spawn(process.execPath, ['api/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
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
  await ready(child);
  const db = openDatabase(database);
  return {
    url,
    db,
    disk,
    database,
    async memory() {
      const pid = String(child.pid);
      const children = (await read(pid, `task/${pid}/children`)).split(' ').filter(Boolean);
      const started = await Promise.all(children.map(memoryOf));
      return { server: await memoryOf(pid), started: started.reduce((sum, each) => sum + each, 0) };
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

/** Reads a file of `/proc`; empty for a process that has ended. */
const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

async function memoryOf(pid: string): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await read(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** Waits for the log line; later lines are dropped. */
async function ready(child: ChildProcess): Promise<void> {
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      if (String(text).includes('"msg":"ready"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)));
  });
  const late = wait(60_000, null, { ref: false }).then(() => {
    throw new Error('The server was not ready within a minute');
  });
  await Promise.race([isReady, late]);
}
