import type { PlanTerms } from '../../../../contract/schemas/plans.ts';
import type { PlanTermsColumns } from '../plans.table.ts';

/** The columns of a plan's terms. */
export const columnsOf = (terms: PlanTerms): PlanTermsColumns => ({
  name: terms.name,
  price_cents: terms.priceCents,
  minutes: terms.minutes,
  concierge: terms.concierge,
  // A line that stands twice says nothing more.
  features: JSON.stringify([...new Set(terms.features)]),
  notice_hours: terms.noticeHours,
  horizon_days: terms.horizonDays,
  same_day: terms.sameDay ? 1 : 0,
  priority: terms.priority ? 1 : 0,
});

/** The terms in a row of a version or a draft. */
export const termsOf = (row: PlanTermsColumns): PlanTerms => ({
  name: row.name,
  priceCents: row.price_cents,
  minutes: row.minutes,
  concierge: row.concierge,
  features: JSON.parse(row.features),
  noticeHours: row.notice_hours,
  horizonDays: row.horizon_days,
  sameDay: row.same_day === 1,
  priority: row.priority === 1,
});

/** The columns alone, of a row that has others, too. */
export const onlyTerms = (row: PlanTermsColumns): PlanTermsColumns => columnsOf(termsOf(row));
