import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { publishPlan, readPlanEffects } from './plan-publishing.service.ts';

export function planPublishingRoutes(deps: Deps): Pick<Handlers, 'readPlanEffects' | 'publishPlan'> {
  return {
    readPlanEffects: ({ params, query }) => readPlanEffects(deps, params.id, query.at),
    publishPlan: ({ person, params, body }) => publishPlan(deps, person, params.id, body),
  };
}
