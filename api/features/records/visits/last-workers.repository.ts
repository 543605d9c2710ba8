import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

/** The workers who made a person's last completed visit, who are still switched on, by their ids. */
export const selectLastWorkers = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('planned_visits as v')
    .innerJoin('workers as w', 'w.id', 'v.worker_id')
    .select(['w.id', 'w.name', 'w.picture'])
    .where('w.active', '=', 1)
    .where('v.booking_id', '=', (e) =>
      e
        .selectFrom('bookings as b')
        .innerJoin('planned_visits as l', 'l.booking_id', 'b.id')
        .select('b.id')
        .where('b.user_id', '=', p.userId)
        .where('b.status', '=', 'completed')
        .orderBy('b.scheduled_date', 'desc')
        .orderBy('b.id')
        .limit(1),
    )
    .orderBy('w.id'),
);

/** The ids of those workers. */
export const lastWorkersOf = async (db: Db, userId: string): Promise<ReadonlySet<string>> =>
  new Set((await selectLastWorkers(db, { userId })).map(({ id }) => id));
