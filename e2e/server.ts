import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Db } from '../api/db/database.ts';
import { openDatabase } from '../api/db/open.ts';
import { freePort } from '../api/testing/free-port.ts';

/** The server as it is deployed: a process of its own, on a data folder of its own, with the sandboxes. */
export interface RunningServer {
  /** Where people reach it: PUBLIC_URL. */
  url: string;
  /** Where it listens; the same after each start. */
  port: number;
  dataDir: string;
  /** SIGTERM, as a platform does it. @returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: what was not durable is gone. */
  kill(): Promise<void>;
  /** After `stop` or `kill`: on the same port and data; from another release's folder where one is named. */
  start(folder?: string): Promise<void>;
  /** Reads the server's rows from its own database, past the server. */
  rows<T>(query: (db: Db) => Promise<T>): Promise<T>;
  /** Everything it logged, parsed. */
  readonly log: LogLine[];
  /** What should not have been said: warnings and errors of the log, and anything on stderr. */
  complaints(): string[];
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

export interface LogLine {
  level: string;
  msg: string;
  [fact: string]: unknown;
}

export interface ServerOptions {
  /** The address that people use where it is not the server's own, such as a proxy's. */
  publicUrl?: string;
  env?: Record<string, string>;
}

const readyWithinMs = 20_000;
/** Each test starts a server: they need not all compile the same code. */
const compiled = join(tmpdir(), 'hearthkeep-e2e-compiled');

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = await freePort();
  const url = options.publicUrl ?? `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'hearthkeep-e2e-'));
  const log: LogLine[] = [];
  const stderr: string[] = [];
  let child: ChildProcess | null = null;

  const start = async (cwd = process.cwd()) => {
    const env = {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: compiled,
      ...options.env,
    };
    child = spawn(process.execPath, ['api/main.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    await ready(child, log, stderr);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };

  await start();
  return {
    url,
    port,
    dataDir,
    log,
    start,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    async rows(query) {
      const db = openDatabase(join(dataDir, 'hearthkeep.sqlite'));
      try {
        return await query(db);
      } finally {
        await db.destroy();
      }
    },
    complaints: () => [
      ...log.filter((line) => ['warn', 'error', 'fatal'].includes(line.level)).map((l) => JSON.stringify(l)),
      ...stderr,
    ],
    async close() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Until the log says `ready`; lines are collected for as long as the process lives. */
function ready(child: ChildProcess, log: LogLine[], stderr: string[]): Promise<void> {
  const { stdout, stderr: errors } = child;
  if (!stdout || !errors) throw new Error('the server was started without pipes');
  createInterface(errors).on('line', (line) => stderr.push(line));
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}\n${stderr.join('\n')}`));
    const timer = setTimeout(() => fail(`was not ready within ${readyWithinMs} ms`), readyWithinMs);
    child.once('exit', (code) => fail(`ended with ${code} before it was ready`));
    createInterface(stdout).on('line', (line) => {
      const entry = parseLine(line);
      log.push(entry);
      if (entry.msg !== 'ready') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line);
  } catch {
    return { level: 'error', msg: `not a line of the log: ${line}` };
  }
}
