import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Db } from './database.ts';
import { nameQuery } from './postgres/query-names.ts';

/**
 * Limiters whose points are stored in PostgreSQL, so that all its processes count together. A caller past a limit is
 * refused from memory. While the database does not answer, each process counts for itself.
 */
export function sharedLimiters(
  db: Db,
): (name: string, points: number, seconds: number) => RateLimiterPostgres {
  const client = {
    query: ({ text, values }: { text: string; values?: unknown[] }) => {
      nameQuery(text);
      return db.executeQuery(CompiledQuery.raw(text, values));
    },
  };
  return (name, points, duration) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
      inMemoryBlockOnConsumed: points + 1,
      // One limiter clears expired rows for all of them.
      clearExpiredByTimeout: name === 'sign-in',
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
}
