import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { createSubscription } from './begin.service.ts';
import { changeSubscription, payOwed, previewChange, readSubscription } from './plan-changes.service.ts';

export function subscriptionRoutes(
  deps: Deps,
): Pick<
  Handlers,
  'createSubscription' | 'readSubscription' | 'previewSubscription' | 'changeSubscription' | 'paySubscription'
> {
  return {
    readSubscription: ({ person }) => readSubscription(deps.db, person),
    previewSubscription: ({ person, query }) => previewChange(deps, person, query.tier),
    changeSubscription: ({ person, body, log }) => changeSubscription(deps, person, body, log),
    paySubscription: ({ person }) => payOwed(deps, person),
    createSubscription: ({ person, body, key, log }) => createSubscription(deps, person, body, key, log),
  };
}
