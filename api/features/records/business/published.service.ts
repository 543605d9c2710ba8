import type { Logger } from 'pino';
import type { Bus } from '../../../bus/bus.ts';
import type { Business, BusinessFacts } from '../../../core/business.ts';
import { type Clock, instant } from '../../../core/clock.ts';
import type { Env } from '../../../core/env.ts';
import type { Db } from '../../../db/database.ts';
import { openDatabase } from '../../../db/open.ts';
import { insertBusiness, selectBusiness } from './business.repository.ts';
import { factsOf, firstRow } from './business.rows.ts';

/** A read that failed is tried again after this time. */
const againMs = 2_000;

/**
 * Loads the published facts for this process, and again when another process publishes. A database without them gets
 * the environment's values, once.
 */
export async function openBusiness(parts: {
  db: Db;
  env: Env;
  bus: Bus;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  stopping: AbortSignal;
}): Promise<Business> {
  const { db, env, bus, clock, log, stopping } = parts;
  let facts = factsOf((await selectBusiness(db)) ?? (await makeFirst(db, env, instant(clock))));

  async function readAgain(): Promise<void> {
    const row = await selectBusiness(db);
    // Two reads may end in the other order.
    if (row && row.version > facts.version) facts = factsOf(row);
  }

  async function keepTrying(): Promise<void> {
    if (stopping.aborted) return;
    try {
      await readAgain();
    } catch (err) {
      log.warn({ err }, 'the business’s settings could not be read again; the earlier ones hold meanwhile');
      setTimeout(() => void keepTrying(), againMs).unref();
    }
  }

  const end = bus.hear((note) => {
    if (note.kind === 'business' && note.version > facts.version) void keepTrying();
    if (note.kind === 'gap') void keepTrying();
  });
  stopping.addEventListener('abort', end);
  // Another process may have published after the first read, before this one heard the bus.
  await readAgain();
  return { current: (): BusinessFacts => facts, readAgain };
}

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
