import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

const versions = (db: Db) =>
  db
    .selectFrom('plan_versions as v')
    .innerJoin('plans as p', 'p.id', 'v.plan_id')
    .select(['v.id', 'v.plan_id', 'v.name', 'v.price_cents', 'v.minutes', 'v.concierge', 'v.features'])
    .select(['v.notice_hours', 'v.horizon_days', 'v.same_day'])
    .select(['p.position', 'p.popular', 'p.premium', 'p.on_sale']);

export type VersionRow = Awaited<ReturnType<typeof selectVersion>>[number];

export const selectVersion = prepared((db, p: { id: string }) => versions(db).where('v.id', '=', p.id));

export const selectVersions = (db: Db, ids: readonly string[]): Promise<VersionRow[]> =>
  versions(db).where('v.id', 'in', ids).execute();

/** The version of each plan that is or was last on sale, in the plans' order. */
export const selectPresent = prepared((db) =>
  versions(db).whereRef('p.version_id', '=', 'v.id').orderBy('p.position').orderBy('p.id'),
);
