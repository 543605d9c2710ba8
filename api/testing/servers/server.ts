import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { createDeps } from '../../compose/create-deps.ts';
import { createServer } from '../../compose/server.ts';
import { readEnv } from '../../core/env.ts';
import { isPostgres, openDatabase } from '../../db/open.ts';
import { sharedLimiters } from '../../db/shared-limits.ts';
import type { Deps } from '../../deps.ts';
import { createSession } from '../../features/records/account/sessions/sessions.service.ts';
import { insertBusiness } from '../../features/records/business/business.repository.ts';
import { firstRow } from '../../features/records/business/business.rows.ts';
import { sessionCookieName } from '../../http/cookies.ts';
import { createLimits, type LimitRates } from '../../http/limits/limits.ts';
import { claimPort, portOf } from '../../http/port.ts';
import { type TestDatabase, testDatabase, wideWaits } from '../databases/database.ts';
import { type Client, createClient } from './client.ts';
import { type TestClock, testClock } from './clock.ts';
import { watchProviderTurns } from './provider-turns.ts';
import { testSecret } from './secret.ts';
import { alwaysOpen, wide } from './wide-limits.ts';

export interface TestServer {
  /** The server's address, which is also its PUBLIC_URL. */
  url: string;
  deps: Deps;
  clock: TestClock;
  /** A client signed in as this user. */
  as(user: string | { id: string }): Promise<Client>;
  /** A client without a session. */
  anyone: Client;
  close(): Promise<void>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  /** Wide limits unless a test is about them. */
  rates?: Partial<LimitRates>;
  /** Parts that replace the default ones. */
  deps?: Partial<Omit<Deps, 'log'>>;
  /** Whether visits begin between 8 am and 8 pm, as for an empty database; otherwise at any time. */
  usualHours?: boolean;
  /** Silent unless a test reads it. */
  log?: Logger;
  /** Another server, whose database and photos this one shares, as a second process would; this one is closed first. */
  beside?: TestServer;
  /** A database to use instead of a new one; closed with the server. */
  database?: TestDatabase;
}

function besideDatabase({ deps }: TestServer): TestDatabase {
  const url = deps.env.DATABASE_URL;
  // Two connections to one file within a process would wait for each other for ever.
  if (!isPostgres(deps.db)) return { db: deps.db, url, close: async () => {} };
  const db = openDatabase(url, { waits: wideWaits });
  return { db, url, close: () => db.destroy() };
}

/** The whole server on a port and a database of its own, with the real sandboxes in a temporary folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const claim = await claimPort(0, '127.0.0.1');
  const port = portOf(claim);
  const url = `http://127.0.0.1:${port}`;
  const database =
    options.database ?? (options.beside ? besideDatabase(options.beside) : await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'hearthkeep-data-'));
  const env = readEnv({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    ...(options.beside && { PHOTOS_DIR: options.beside.deps.env.PHOTOS_DIR }),
    ...options.env,
  });
  const clock = testClock();
  const stopping = new AbortController();
  // Most tests book at a distance from the machine's time, whatever its hour.
  if (!options.usualHours)
    await insertBusiness(database.db, { ...firstRow(env, clock.now().toISOString()), ...alwaysOpen });
  const deps = await createDeps(env, options.log ?? pino({ level: env.LOG_LEVEL }), {
    secret: testSecret,
    clock,
    db: database.db,
    // SQLite allows one process, so both servers share a bus.
    ...(options.beside && !isPostgres(database.db) && { bus: options.beside.deps.bus }),
    limits: createLimits(
      { ...wide, ...options.rates },
      // Used only in tests of the limits, because each count is another write.
      options.rates && isPostgres(database.db) ? sharedLimiters(database.db) : undefined,
    ),
    stopping: stopping.signal,
    ...options.deps,
  });
  const requireProviderTurns = watchProviderTurns(deps);
  const app = createServer(deps);
  // The client in this process closes idle connections. A server that closed them too could do so in the moment of a
  // call, after a long pause of the process.
  app.server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => app.server.listen(claim, resolve));
  deps.sandbox?.listening(`http://127.0.0.1:${port}`);
  return {
    url,
    deps,
    clock,
    anyone: createClient(url, url, null),
    async as(user) {
      const id = typeof user === 'string' ? user : user.id;
      const value = await createSession(deps, id, 'test');
      return createClient(url, url, `${sessionCookieName(env)}=${value}`);
    },
    async close() {
      stopping.abort();
      await app.close();
      await deps.sandbox?.close();
      if (deps.bus !== options.beside?.deps.bus) await deps.bus.close();
      await database.close();
      await rm(dataDir, { recursive: true });
      requireProviderTurns();
    },
  };
}
