import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openDataFolder, openPhotosFolder, readSecret } from './data-folder.ts';
import type { Db } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { probeDatabase } from './db/probe.ts';
import { seedCatalogue } from './db/seed/catalogue.ts';
import { seedPersonas } from './db/seed/personas.ts';
import { createDeps, type Deps } from './deps.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { followAdminList } from './features/account/admins.service.ts';
import { endForeignSessions } from './features/account/sessions.service.ts';
import { dayMs, keepAssets, touchAssets } from './http/kept-assets.ts';
import { claimPort, ownUrl, portOf } from './http/port.ts';
import { built } from './http/static.ts';
import { startJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { createServer } from './server.ts';
import { welcome } from './welcome.ts';

/** What is still under way this long after the signal is cut off; platforms kill after 10 s. */
const drainMs = 8_000;
const lastResortMs = 9_500;

try {
  await main();
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const asked = readEnv(process.env);
  const claim = await claimPort(asked.PORT, asked.HOST);
  const env = asked.PORT === 0 ? readEnv({ ...process.env, PORT: String(portOf(claim)) }) : asked;
  const log = createLog(env.LOG_LEVEL);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
  const stopping = new AbortController();
  stopOnSignal(stopping, log);

  const folder = openDataFolder(env);
  openPhotosFolder(env);
  const db = await readyDatabase(env, log);
  const deps = await createDeps(env, log, { secret: readSecret(env), db, stopping: stopping.signal });
  await deps.photos.requireRoom().catch((err) => log.warn({ err }, 'photos cannot be kept now'));
  // Made at the first start, so that no browser waits for them.
  await deps.push.publicKey();
  await endForeignSessions(deps);
  const { kept } = await followAdminList(deps);
  if (kept > 0) log.warn({}, 'the last administrator stays one, although ADMIN_EMAILS names nobody');
  await seedCatalogue(db);
  await seedPersonas(deps);
  await keepOwnAssets(env, log);
  const app = createServer(deps);
  app.server.listen(claim);
  await once(app.server, 'listening');
  deps.sandbox?.listening(ownUrl(app.server));
  const jobs = startJobs(deps);
  log.info({ url: env.PUBLIC_URL, port: portOf(claim) }, 'ready');
  if (process.stdout.isTTY || process.argv.includes('--welcome')) process.stdout.write(welcome(env));

  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  // A round that waits for the card provider is left: it is taken up again after the next start.
  await Promise.all([Promise.race([jobs.stop(), wait(drainMs)]), app.close(drainMs)]);
  await closeAll(deps, db);
  folder.release();
  log.info({}, 'stopped');
  process.exit(0);
}

/** At the start, and from then on day by day. */
async function keepOwnAssets({ DATA_DIR }: Env, log: Logger): Promise<void> {
  const unkept = (err: unknown) =>
    log.warn({ err }, 'the files of this release could not be kept for tabs that stay open after it');
  const own = await keepAssets(built, DATA_DIR, new Date()).catch(unkept);
  if (own) setInterval(() => void touchAssets(own, DATA_DIR, new Date()).catch(unkept), dayMs).unref();
}

/** Opened, reachable and migrated. @throws EnvError naming DATABASE_URL. */
async function readyDatabase(env: Env, log: Logger): Promise<Db> {
  const lost = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
  const db = await probeDatabase(() => openDatabase(env.DATABASE_URL, lost));
  try {
    await migrate(db);
  } catch (error) {
    throw new EnvError(`DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  }
  return db;
}

async function closeAll(deps: Deps, db: Db): Promise<void> {
  await deps.sandbox?.close();
  await deps.bus.close();
  await db.destroy();
}

function stopOnSignal(stopping: AbortController, log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      log.info({ signal }, 'stopping');
      stopping.abort();
      setTimeout(() => {
        log.error({}, 'something would not close; leaving it');
        process.exit(0);
      }, lastResortMs).unref();
    });
  }
}
