import type { DescribedPlan, OwnPlan, PlanOnSale } from '../../../contract/schemas/plans.ts';
import type { VersionRow } from './plans.repository.ts';
import type { PlanVersion } from './plans.rules.ts';

export const presentOnSale = (row: VersionRow): PlanOnSale => ({
  id: row.plan_id,
  versionId: row.id,
  name: row.name,
  priceCents: row.price_cents,
  hours: row.minutes / 60,
  concierge: row.concierge,
  features: JSON.parse(row.features),
  popular: row.popular === 1,
  premium: row.premium === 1,
});

export const presentOwn = ({ id, name, priceCents, minutes }: PlanVersion): OwnPlan => ({
  versionId: id,
  name,
  priceCents,
  hours: minutes / 60,
});

export const presentDescribed = (version: PlanVersion): DescribedPlan => ({
  ...presentOwn(version),
  concierge: version.concierge,
  features: [...version.features],
});
