import type { VisitRights } from '../../../../contract/rules/business/visit-rights.ts';
import type { Db } from '../../../../db/database.ts';
import { prepared } from '../../../../db/prepared.ts';

const selectRights = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('plan_versions as v', 'v.id', 's.version_id')
    .select(['v.notice_hours', 'v.horizon_days', 'v.same_day'])
    .where('s.user_id', '=', p.userId)
    .where('s.status', 'in', ['active', 'past_due']),
);

/** Those of these people whose own version puts them before others. */
export async function readPrioritised(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('subscriptions as s')
    .innerJoin('plan_versions as v', 'v.id', 's.version_id')
    .select('s.user_id')
    .where('s.user_id', 'in', [...new Set(userIds)])
    .where('s.status', 'in', ['active', 'past_due'])
    .where('v.priority', '=', 1)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** What a member's own version allows; `null` without a running plan. */
export async function readRights(db: Db, userId: string): Promise<VisitRights | null> {
  const [row] = await selectRights(db, { userId });
  return row
    ? { noticeHours: row.notice_hours, horizonDays: row.horizon_days, sameDay: row.same_day === 1 }
    : null;
}
