import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../db/database.ts';

/** Stands between two names in a text that the database joins; no name has it. */
const between = '\u001f';

/** The workers of a booking whom the business lets its customer see. */
const shown = (bookingId: unknown) =>
  sql`planned_visits as v inner join workers as w on w.id = v.worker_id
    inner join business as z on z.workers_shown = 'on' where v.booking_id = ${bookingId}`;

/** Their names as one text (`namesIn`), and the photo of the first. Of booking `b`. */
export const shownWorkers = (e: ExpressionBuilder<Database & { b: Database['bookings'] }, 'b'>) =>
  [
    sql<
      string | null
    >`(select string_agg(w.name, ${sql.lit(between)} order by w.id) from ${shown(e.ref('b.id'))})`.as(
      'worker_names',
    ),
    sql<string | null>`(select w.picture from ${shown(e.ref('b.id'))} order by w.id limit 1)`.as(
      'worker_picture',
    ),
  ] as const;

/** The names that `shownWorkers` joined; none for `null`. */
export const namesIn = (joined: string | null): string[] => joined?.split(between) ?? [];

/** A booking's workers, in one order; none while the business does not let them be shown. */
export async function readShownWorkers(db: Db, bookingId: string): Promise<{ id: string; name: string }[]> {
  const query = sql<{
    id: string;
    name: string;
  }>`select w.id as id, w.name as name from ${shown(bookingId)} order by w.id`;
  return (await query.execute(db)).rows;
}
