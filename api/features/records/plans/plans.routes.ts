import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listPlans } from './plans.service.ts';

export function planRoutes(deps: Deps): Pick<Handlers, 'listPlans'> {
  return { listPlans: () => listPlans(deps.db) };
}
