import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isReached, renewing } from '../../records/subscription/moves/moves.repository.ts';

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

/** The members with the same days of their running period. */
interface PeriodGroup {
  members: number;
  /** Those of them whom letters reach; the instants are theirs alone, and `null` without any. */
  reached: number;
  start: string | null;
  firstEnd: string | null;
  lastEnd: string | null;
}

/** The members whom a new version of a plan concerns and who renew, by the days of their running period. */
export async function countPeriods(
  db: Db,
  { planId, issuer }: { planId: string; issuer: string },
): Promise<PeriodGroup[]> {
  const reached = isReached(issuer);
  const rows = await renewing(db)
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('members'),
      sql<number>`sum(case when ${reached} then 1 else 0 end)`.as('reached'),
      sql<string | null>`min(case when ${reached} then s.current_period_start end)`.as('start'),
      sql<string | null>`min(case when ${reached} then s.current_period_end end)`.as('firstEnd'),
      sql<string | null>`max(case when ${reached} then s.current_period_end end)`.as('lastEnd'),
    ])
    .where('s.tier', '=', planId)
    .groupBy([sql`substr(s.current_period_start, 1, 10)`, sql`substr(s.current_period_end, 1, 10)`])
    .execute();
  return rows.map((row) => ({ ...row, members: Number(row.members), reached: Number(row.reached) }));
}

/**
 * The planned moves to earlier publications of a plan that have not begun when another one is published.
 * @param query.at the publication
 * @param query.newFrom the first instant at which it could move anybody
 */
export async function countAnnounced(
  db: Db,
  { planId, at, newFrom }: { planId: string; at: string; newFrom: string },
): Promise<{ calledOff: number; made: number; sooner: number }> {
  const row = await db
    .selectFrom('plan_moves')
    .select([
      sql<number>`coalesce(sum(case when at_provider = 0 then 1 else 0 end), 0)`.as('calledOff'),
      sql<number>`coalesce(sum(at_provider), 0)`.as('made'),
      sql<number>`coalesce(sum(case when at < ${newFrom} then 1 else 0 end), 0)`.as('sooner'),
    ])
    .where('status', '=', 'planned')
    .where('at', '>', at)
    .where('tier', '=', planId)
    .executeTakeFirstOrThrow();
  return { calledOff: Number(row.calledOff), made: Number(row.made), sooner: Number(row.sooner) };
}
