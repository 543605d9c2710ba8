import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { differingFrom } from '../core/business.ts';
import { type Env, EnvError, missingContact } from '../core/env.ts';
import type { Db } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { isPostgres, openDatabase } from '../db/open.ts';
import { withoutWaits } from '../db/postgres/postgres.ts';
import { probeDatabase } from '../db/probe.ts';
import { migratingWaits } from '../db/unavailable.ts';
import { refuseOthersPeople } from '../features/records/account/others-people.service.ts';
import { endForeignSessions } from '../features/records/account/sessions/sessions.service.ts';
import { followAdminList } from '../features/records/administrators/admins.service.ts';
import { refuseOtherKeys } from '../features/records/payments/card-keys/card-keys.service.ts';
import { dayMs, keepAssets, touchAssets } from '../http/pages/kept-assets.ts';
import { built } from '../http/pages/static.ts';
import { ownUrl, portOf } from '../http/port.ts';
import { startJobs } from '../jobs/jobs.ts';
import { seedCatalogue } from '../seed/catalogue.ts';
import { withdrawPlanClaims } from '../seed/claims.ts';
import { seedPersonas } from '../seed/personas.ts';
import type { Address } from './address.ts';
import { createDeps } from './create-deps.ts';
import { openDataFolder, openPhotosFolder, readSecret } from './data-folder.ts';
import { createServer } from './server.ts';

/** Requests and jobs still under way after this time are cut off; platforms kill after 10 s. */
const drainMs = 6_500;

export interface Product {
  /** Finishes requests under way, then releases everything. Call it once `stopping` is aborted. */
  close(): Promise<void>;
}

/**
 * Opens the data, migrates, seeds, listens and starts the jobs. @throws EnvError naming the value that cannot be
 * used.
 */
export async function startProduct(
  { env, claim }: Address,
  log: Logger,
  stopping: AbortSignal,
): Promise<Product> {
  const folder = openDataFolder(env);
  openPhotosFolder(env);
  const db = await readyDatabase(env, log);
  const deps = await createDeps(env, log, { secret: readSecret(env), db, stopping });
  await deps.photos.requireRoom().catch((err) => log.warn({ err }, 'photos cannot be kept now'));
  // The push keys are made before any browser asks for them.
  await deps.push.publicKey();
  await refuseOthersPeople(deps);
  await refuseOtherKeys(deps);
  await endForeignSessions(deps);
  const { kept } = await followAdminList(deps);
  if (kept > 0) log.warn({}, 'the last administrator stays one, although ADMIN_EMAILS names nobody');
  const differing = differingFrom(env, deps.business.current());
  if (differing.length > 0)
    log.warn(
      {},
      `${differing.join(', ')} ${differing.length === 1 ? 'differs' : 'differ'} from the settings of the business, which hold`,
    );
  const missing = env.OIDC_ISSUER ? missingContact(deps.env) : [];
  if (missing.length > 0)
    log.warn(
      {},
      `the settings still have the first ${missing.join(' and ')}: people see contact data that reach nobody`,
    );
  const isSandbox = env.SANDBOX && !env.OIDC_ISSUER;
  await seedCatalogue(db, { isSandbox });
  if (!isSandbox) await withdrawPlanClaims(db);
  await seedPersonas(deps);
  await keepOwnAssets(env, log, stopping);
  const app = createServer(deps);
  app.server.listen(claim);
  await once(app.server, 'listening');
  deps.sandbox?.listening(ownUrl(app.server));
  const jobs = startJobs(deps);
  log.info({ url: env.PUBLIC_URL, port: portOf(claim) }, 'ready');
  return {
    async close() {
      // A job that waits for the card provider is left unfinished; the next start repeats it.
      await Promise.all([Promise.race([jobs.stop(), wait(drainMs)]), app.close(drainMs)]);
      await deps.sandbox?.close();
      await deps.bus.close();
      await db.destroy();
      folder.release();
      log.info({}, 'stopped');
    },
  };
}

/** Keeps this release's files at the start, then renews their date once a day. */
async function keepOwnAssets({ DATA_DIR }: Env, log: Logger, stopping: AbortSignal): Promise<void> {
  const unkept = (err: unknown) =>
    log.warn({ err }, 'the files of this release could not be kept for tabs that stay open after it');
  const assets = await keepAssets(built, DATA_DIR, new Date()).catch(unkept);
  if (!assets) return;
  const timer = setInterval(
    () => void touchAssets(assets, DATA_DIR, new Date()).catch(unkept),
    dayMs,
  ).unref();
  stopping.addEventListener('abort', () => clearInterval(timer));
}

/** Opens the database, checks that it answers, and migrates it. @throws EnvError naming DATABASE_URL. */
async function readyDatabase(env: Env, log: Logger): Promise<Db> {
  const lost = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
  const db = await probeDatabase(() => openDatabase(env.DATABASE_URL, { onLost: lost }));
  const migrating = isPostgres(db)
    ? openDatabase(withoutWaits(env.DATABASE_URL), { waits: migratingWaits })
    : db;
  try {
    await migrate(migrating);
  } catch (error) {
    throw new EnvError(`DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  } finally {
    if (migrating !== db) await migrating.destroy();
  }
  return db;
}
