import { sql } from 'kysely';
import { EnvError } from '../core/env.ts';
import type { Db } from './database.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Opens a database and runs a query. @throws EnvError naming DATABASE_URL, without its content. */
export async function probeDatabase(open: () => Db): Promise<Db> {
  try {
    const db = open();
    await sql`select 1`.execute(db);
    return db;
  } catch (error) {
    throw new EnvError(`DATABASE_URL cannot be used: ${reason(error)}`);
  }
}

function reason(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return reason(error.cause);
  if (error instanceof AggregateError && !error.message) return reason(error.errors[0]);
  return error instanceof Error ? error.message.split('\n', 1).join('') : String(error);
}
