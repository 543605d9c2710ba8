import type { Db } from '../../../db/database.ts';
import { renewing } from '../../records/subscription/moves/moves.repository.ts';

const running = ['active', 'past_due'] as const;
const open = ['pending', 'scheduled', 'in_progress'] as const;

/** The people whom a new version of a plan concerns, by what they have of it. */
export async function countConcerned(
  db: Db,
  planId: string,
): Promise<{ members: number; openBookings: number; begun: number; planned: number }> {
  const plans = db.selectFrom('subscriptions as s').select(({ fn }) => fn.countAll<number>().as('n'));
  const [members, planned, begun, bookings] = await Promise.all([
    plans.where('s.tier', '=', planId).where('s.status', 'in', running).executeTakeFirstOrThrow(),
    plans
      .where('s.next_tier', '=', planId)
      .where('s.tier', '!=', planId)
      .where('s.status', 'in', running)
      .executeTakeFirstOrThrow(),
    plans
      .where('s.tier', '=', planId)
      .where('s.status', 'in', ['starting', 'incomplete'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('bookings as b')
      .innerJoin('subscriptions as s', 's.user_id', 'b.user_id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('s.tier', '=', planId)
      .where('s.status', 'in', running)
      .where('b.payment_type', '=', 'subscription')
      .where('b.status', 'in', open)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    members: Number(members.n),
    planned: Number(planned.n),
    begun: Number(begun.n),
    openBookings: Number(bookings.n),
  };
}

/** The running periods of the members whom a new version of a plan would move. */
export const selectPeriods = (db: Db, planId: string) =>
  renewing(db)
    .select(['s.current_period_start as start', 's.current_period_end as end'])
    .where('s.tier', '=', planId)
    .$narrowType<{ end: string }>()
    .execute();
