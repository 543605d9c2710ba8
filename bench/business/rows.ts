import type { Insertable } from 'kysely';
import type { Database, Db } from '../../api/db/database.ts';

/** The business to be filled: its beginning, and its number of bookings. */
export interface World {
  db: Db;
  /** Milliseconds since 1970, like `now`. */
  began: number;
  now: number;
  bookings: number;
}

export const dayMs = 86_400_000;

export const iso = (ms: number): string => new Date(ms).toISOString();
export const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;

/** Inserts many rows in few statements; a statement has a limited number of values. */
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
