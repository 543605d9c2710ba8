import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from './database.ts';

const duration = 60;

/**
 * Limiters whose points stand in PostgreSQL, so that all processes on it count together. Whoever is past a limit is
 * turned away from memory, and while the database does not answer each process counts for itself.
 */
export function sharedLimiters(db: Db): (name: string, points: number) => RateLimiterPostgres {
  const client = {
    query: ({ text, values }: { text: string; values?: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values)),
  };
  return (name, points) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
      inMemoryBlockOnConsumed: points + 1,
      // One of them clears what has run out, for all.
      clearExpiredByTimeout: name === 'sign-in',
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
}
