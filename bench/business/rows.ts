import type { Insertable } from 'kysely';
import type { Database, Db } from '../../api/db/database.ts';

/** What is being filled: since when the business has gone on, and how many bookings it has had. */
export interface World {
  db: Db;
  /** Milliseconds since 1970, as `now`. */
  began: number;
  now: number;
  bookings: number;
}

export const dayMs = 86_400_000;

export const iso = (ms: number): string => new Date(ms).toISOString();
export const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;

/** Many rows in few statements; a statement takes a limited number of values. */
export async function insert<T extends keyof Database & string>(
  db: Db,
  table: T,
  rows: Insertable<Database[T]>[],
): Promise<void> {
  const each = Math.max(1, Math.floor(20_000 / Object.keys(rows[0] ?? {}).length));
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += each)
      await tx
        .insertInto(table)
        .values(rows.slice(at, at + each) as never)
        .execute();
  });
}
