import Router from '@koa/router';
import type { Clock } from '../core/clock.ts';
import type { Env } from '../core/env.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import { probeWriting } from '../db/write-probe.ts';
import { sessionCookieName } from './cookies.ts';
import { openApi } from './openapi.ts';

interface Watched {
  env: Env;
  db: Db;
  clock: Clock;
  /** Aborted once this process has been told to stop. */
  stopping: AbortSignal;
}

const patienceMs = 2_000;
/** An answer is reused for this time: anybody may ask, and each probe writes. */
const goodForMs = 2_000;

/** Routes for monitoring (design §10): alive, ready, and the list of calls. */
export function healthRouter(deps: Watched): Router {
  const router = new Router({ sensitive: true });
  const ask = readiness(deps);
  let description: string | null = null;

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/readyz', async (ctx) => {
    if (deps.stopping.aborted) throw new Refusal('unavailable', 'Shutting down');
    try {
      await within(patienceMs, ask());
    } catch (cause) {
      throw new Refusal('unavailable', 'The database cannot be used', { retryAfterSeconds: 5, cause });
    }
    ctx.body = { status: 'ready' };
  });
  router.get('/api/openapi.json', (ctx) => {
    description ??= JSON.stringify(openApi(deps.env.PUBLIC_URL, sessionCookieName(deps.env)));
    ctx.type = 'application/json';
    ctx.body = description;
  });
  return router;
}

/** Checks that the database is migrated and writable; simultaneous requests share one probe. */
function readiness({ db, clock }: Pick<Watched, 'db' | 'clock'>): () => Promise<void> {
  let migrated = false;
  let provedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;

  async function probe(): Promise<void> {
    migrated ||= await isMigrated(db);
    if (!migrated) throw new Error('migrations are missing');
    await probeWriting(db);
    provedAt = clock.now().getTime();
  }
  return async () => {
    if (Math.abs(clock.now().getTime() - provedAt) < goodForMs) return;
    underWay ??= probe().finally(() => {
      underWay = null;
    });
    await underWay;
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
