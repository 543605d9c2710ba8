import Router from '@koa/router';
import { sql } from 'kysely';
import { isMigrated } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from './errors.ts';
import { openApi } from './openapi.ts';
import { sessionCookieName } from './session.ts';

const patienceMs = 2_000;

/** For those who watch over the process (design §10): alive, ready, and what calls there are. */
export function healthRouter(deps: Deps): Router {
  const router = new Router({ sensitive: true });
  let description: string | null = null;
  let migrated = false;

  const ask = async (): Promise<void> => {
    migrated ||= await isMigrated(deps.db);
    if (!migrated) throw new Error('migrations are missing');
    await sql`select 1`.execute(deps.db);
  };

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'alive' };
  });
  router.get('/readyz', async (ctx) => {
    if (deps.stopping.aborted) throw new Refusal('unavailable', 'Shutting down');
    try {
      await within(patienceMs, ask());
    } catch (cause) {
      deps.log.warn({ err: cause }, 'not ready');
      throw new Refusal('unavailable', 'The database does not answer', { cause });
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

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
