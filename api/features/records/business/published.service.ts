import type { Bus } from '../../../bus/bus.ts';
import { holdPublished } from '../../../bus/hold-published.ts';
import type { Business } from '../../../core/business.ts';
import { type Clock, instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import type { Log } from '../../../core/log.ts';
import type { Db } from '../../../db/database.ts';
import { openDatabase } from '../../../db/open.ts';
import { insertBusiness, selectBusiness } from './business.repository.ts';
import { factsOf, firstRow } from './business.rows.ts';

/** Holds the published facts for this process. A database without them gets the environment's values, once. */
export const openBusiness = (parts: {
  db: Db;
  env: Env;
  bus: Bus;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  stopping: AbortSignal;
}): Promise<Business> => {
  const { db, env, bus, clock, log, stopping } = parts;
  return holdPublished({
    read: async () => factsOf((await selectBusiness(db)) ?? (await makeFirst(db, env, instant(clock)))),
    versionOf: (note) => (note.kind === 'business' ? note.version : null),
    name: 'the business’s settings',
    bus,
    log,
    stopping,
  });
};

async function makeFirst(db: Db, env: Env, now: string) {
  await insertBusiness(db, firstRow(env, now));
  const row = await selectBusiness(db);
  if (!row) throw new Error('The row of the business could not be read');
  return row;
}

/** The currency for a command beside the server: the published one, or the environment's before the first start. */
export async function publishedCurrency(env: Env): Promise<string> {
  const db = openDatabase(env.DATABASE_URL);
  try {
    return (await selectBusiness(db))?.currency ?? env.CURRENCY;
  } catch {
    return env.CURRENCY;
  } finally {
    await db.destroy();
  }
}
