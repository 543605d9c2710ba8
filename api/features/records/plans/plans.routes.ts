import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import {
  dropPlanDraft,
  markPlan,
  orderPlans,
  putPlanDraft,
  readBook,
  unschedulePlan,
} from './book/book.service.ts';
import { listPlans } from './plans.service.ts';

type PlanCalls =
  | 'listPlans'
  | 'readPlanBook'
  | 'putPlanDraft'
  | 'dropPlanDraft'
  | 'markPlan'
  | 'orderPlans'
  | 'unschedulePlan';

export function planRoutes(deps: Deps): Pick<Handlers, PlanCalls> {
  return {
    listPlans: () => listPlans(deps.db),
    readPlanBook: () => readBook(deps),
    putPlanDraft: ({ person, params, body }) => putPlanDraft(deps, person, params.id, body),
    dropPlanDraft: ({ person, params, body }) => dropPlanDraft(deps, person, params.id, body),
    markPlan: ({ person, params, body }) => markPlan(deps, person, params.id, body),
    orderPlans: ({ person, body }) => orderPlans(deps, person, body),
    unschedulePlan: ({ person, params, body }) => unschedulePlan(deps, person, params.id, body),
  };
}
