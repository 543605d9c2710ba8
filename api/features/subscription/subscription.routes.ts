import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createSubscription } from './subscription.service.ts';

export function subscriptionRoutes(deps: Deps): Pick<Handlers, 'createSubscription'> {
  return {
    createSubscription: ({ person, body, key, log }) => createSubscription(deps, person, body, key, log),
  };
}
