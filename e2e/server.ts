import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../api/db/database.ts';
import { openDatabase } from '../api/db/open.ts';
import { freePort } from '../api/testing/machine/free-port.ts';
import { clockEnv } from './clock.ts';
import type { Order } from './server-host.ts';

/** The server on its own data folder, with the sandboxes. */
export interface RunningServer {
  /** The address for people: PUBLIC_URL. */
  url: string;
  /** The port on which it listens; the same after each start. */
  port: number;
  dataDir: string;
  /** Stops it by SIGTERM, as a platform does. @returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills it by SIGKILL: only durable data remains. */
  kill(): Promise<void>;
  /** Starts it after `stop` or `kill` on the same port and data; from another release's folder if given. */
  start(folder?: string): Promise<void>;
  /** Reads rows directly from the server's own database. */
  rows<T>(query: (db: Db) => Promise<T>): Promise<T>;
  /** All lines of its log, parsed. */
  readonly log: LogLine[];
  /** Unexpected output: warnings and errors of the log, and anything on stderr. */
  complaints(): string[];
  /** Lines of its log and stderr. */
  output(): string[];
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

export interface LogLine {
  level: string;
  msg: string;
  [fact: string]: unknown;
}

export interface ServerOptions {
  /** The address for people, if it is not the server's own, such as a proxy's. */
  publicUrl?: string;
  env?: Record<string, string>;
  /**
   * Runs it in the process of earlier servers, whose code is loaded; after a kill or stop it gets its own process.
   */
  warm?: boolean;
  /** Lines of its log that the test may provoke; they are no complaints. */
  allowed?: RegExp;
}

const database = 'hearthkeep.sqlite';
const saysWithinMs = 60_000;
/** Shared, so that not every server compiles the same code. */
const compiled = resolve('node_modules/.cache/compiled');

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = await freePort();
  const url = options.publicUrl ?? `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'hearthkeep-e2e-'));
  // The migrations take half of a start.
  const migrated = process.env.TEST_SQLITE_TEMPLATE;
  if (migrated) await copyFile(migrated, join(dataDir, database));
  const output: Output = { log: [], stderr: [], heard: new EventEmitter() };
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: compiled,
    // Journeys wish for their times, but those of slots.
    SANDBOX_SLOTS: 'off',
    ...clockEnv,
    ...options.env,
  };
  let child: ChildProcess | null = null;

  const start = async (cwd = process.cwd()) => {
    child = launch('api/main.ts', { cwd, env, output });
    await until(child, output, 'ready');
  };
  const startWarm = async () => {
    child = hostOf(output);
    child.send({ start: env } satisfies Order);
    await until(child, output, 'ready');
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

  await (options.warm ? startWarm() : start());
  return {
    url,
    port,
    dataDir,
    log: output.log,
    start,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    async rows(query) {
      const db = openDatabase(join(dataDir, database));
      try {
        return await query(db);
      } finally {
        await db.destroy();
      }
    },
    complaints: () => [
      ...output.log
        .filter((line) => ['warn', 'error', 'fatal'].includes(line.level))
        .map((line) => JSON.stringify(line))
        .filter((line) => !options.allowed?.test(line)),
      ...output.stderr,
    ],
    output: () => [...output.log.map((line) => JSON.stringify(line)), ...output.stderr],
    async close() {
      if (child && child === host?.child && child.exitCode === null) {
        child.send({ stop: true } satisfies Order);
        await until(child, output, 'stopped');
      } else await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The output of a server's process; `heard` emits an event named by the text of each log line. */
interface Output {
  log: LogLine[];
  stderr: string[];
  heard: EventEmitter;
}

/** The process for this worker's warm servers, one after the other; it ends with the worker. */
let host: { child: ChildProcess; output: Output } | null = null;

function hostOf(output: Output): ChildProcess {
  if (host && host.child.exitCode === null && host.child.signalCode === null) {
    Object.assign(host.output, output);
    return host.child;
  }
  const copy = { ...output };
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiled, ...clockEnv };
  host = {
    child: launch('e2e/server-host.ts', { cwd: process.cwd(), env, output: copy, ipc: true }),
    output: copy,
  };
  return host.child;
}

interface Launch {
  cwd: string;
  env: Record<string, string>;
  output: Output;
  ipc?: boolean;
}

/** Starts a program and collects its output for as long as it lives. */
function launch(program: string, { cwd, env, output, ipc }: Launch): ChildProcess {
  const child = spawn(process.execPath, [program], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the server was started without pipes');
  createInterface(stderr).on('line', (line) => output.stderr.push(line));
  createInterface(stdout).on('line', (line) => {
    const entry = parseLine(line);
    output.log.push(entry);
    output.heard.emit(entry.msg);
  });
  return child;
}

/** Waits for a line of the log. @throws if the process ends before, or is silent for too long. */
async function until(child: ChildProcess, output: Output, msg: string): Promise<void> {
  const given = new AbortController();
  const fail = (why: string) => {
    throw new Error(`The server ${why}\n${output.stderr.join('\n')}`);
  };
  const { signal } = given;
  try {
    await Promise.race([
      once(output.heard, msg, { signal }),
      once(child, 'exit', { signal }).then(([code]) => fail(`ended with ${code} before it was ${msg}`)),
      wait(saysWithinMs, null, { signal }).then(() => fail(`was not ${msg} within ${saysWithinMs} ms`)),
    ]);
  } finally {
    given.abort();
  }
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line);
  } catch {
    return { level: 'error', msg: `not a line of the log: ${line}` };
  }
}
