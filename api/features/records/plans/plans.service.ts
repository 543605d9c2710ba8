import type { PlansOnSale } from '../../../contract/schemas/plans.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db } from '../../../db/database.ts';
import { presentOnSale } from './plans.presenter.ts';
import { selectPresent, selectVersion, selectVersions, type VersionRow } from './plans.repository.ts';
import type { PlanVersion } from './plans.rules.ts';

/** The plans on sale, and the names of those that are no longer sold. */
export async function listPlans(db: Db): Promise<PlansOnSale> {
  const rows = await selectPresent(db, {});
  return {
    plans: rows.filter(({ on_sale }) => on_sale).map(presentOnSale),
    retired: rows.flatMap(({ on_sale, plan_id: id, name }, at) =>
      on_sale ? [] : { id, name, place: rows.slice(0, at).filter((row) => row.on_sale).length },
    ),
  };
}

/** The versions on sale, in the plans' order. */
export async function listOnSale(db: Db): Promise<PlanVersion[]> {
  return (await selectPresent(db, {})).filter(({ on_sale }) => on_sale).map(versionOf);
}

/**
 * The version of a plan that is on sale.
 * @param shown the id of the version that its buyer was shown; without one, the plan's first
 * @throws Refusal `invalid_input` (no such plan is sold), `terms_changed` (another version is sold now)
 */
export async function requireOnSale(db: Db, tier: string, shown: string = tier): Promise<PlanVersion> {
  const version = await requireSold(db, tier);
  if (version.id !== shown)
    throw new Refusal(
      'terms_changed',
      'This plan has changed since you saw it. Nothing was charged. Please look at it again.',
    );
  return version;
}

/** The version of a plan that is on sale. @throws Refusal `invalid_input` if no such plan is sold */
export async function requireSold(db: Db, tier: string): Promise<PlanVersion> {
  const version = (await listOnSale(db)).find((each) => each.tier === tier);
  if (version) return version;
  const message = 'This plan is not sold. Please choose another one.';
  throw new Refusal('invalid_input', message, { fields: { tier: message } });
}

/** A version that our books name. */
export async function readVersion(db: Db, id: string): Promise<PlanVersion> {
  const [row] = await selectVersion(db, { id });
  if (!row) throw new Error(`No plan has the version ${id}`);
  return versionOf(row);
}

/** Versions by their ids; an unknown id has none. */
export async function readVersions(
  db: Db,
  ids: Iterable<string | null>,
): Promise<ReadonlyMap<string, PlanVersion>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = known.length ? await selectVersions(db, known) : [];
  return new Map(rows.map((row) => [row.id, versionOf(row)]));
}

const versionOf = (row: VersionRow): PlanVersion => ({
  id: row.id,
  tier: row.plan_id,
  position: row.position,
  name: row.name,
  priceCents: row.price_cents,
  minutes: row.minutes,
  concierge: row.concierge,
  features: JSON.parse(row.features),
  rights: {
    noticeHours: row.notice_hours,
    horizonDays: row.horizon_days,
    sameDay: row.same_day === 1,
  },
});
