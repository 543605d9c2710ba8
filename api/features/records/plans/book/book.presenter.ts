import type { PlanBook, PlanSetting } from '../../../../contract/schemas/plans.ts';
import { nameOf } from '../../../../core/person-name.ts';
import type { PlannedRow, PlanRow, VersionColumns } from './book.repository.ts';
import { termsOf } from './book.rules.ts';

export interface BookRows {
  plans: PlanRow[];
  versions: VersionColumns[];
  drafts: PlannedRow[];
}

export const presentBook = ({ plans, versions, drafts }: BookRows, canWrite: boolean): PlanBook => ({
  canWrite,
  plans: plans.map((plan) =>
    presentPlan(
      plan,
      versions.find(({ id }) => id === plan.version_id),
      drafts.find(({ plan_id }) => plan_id === plan.id),
    ),
  ),
});

const presentPlan = (
  plan: PlanRow,
  version: VersionColumns | undefined,
  draft: PlannedRow | undefined,
): PlanSetting => ({
  id: plan.id,
  popular: plan.popular === 1,
  premium: plan.premium === 1,
  isOnSale: plan.on_sale === 1,
  revision: plan.revision,
  present: version
    ? {
        ...termsOf(version),
        versionId: version.id,
        number: version.number,
        publishedAt: version.published_at,
      }
    : null,
  draft: draft ? termsOf(draft) : null,
  schedule:
    draft?.version_id && draft.publish_at && draft.running
      ? {
          key: draft.version_id.slice(plan.id.length + 1),
          at: draft.publish_at,
          running: draft.running,
          problem: draft.problem,
          by: plannerOf(draft),
        }
      : null,
});

const plannerOf = ({ first_name, last_name, email, role_id }: PlannedRow) => ({
  name: nameOf({ first_name: first_name ?? '', last_name: last_name ?? '', email: email ?? '' }),
  isTeam: role_id !== null,
});
