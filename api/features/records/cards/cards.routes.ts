import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import {
  createSetupIntent,
  listPaymentMethods,
  makePaymentMethodDefault,
  removePaymentMethod,
} from './cards.service.ts';

export function cardRoutes(
  deps: Deps,
): Pick<
  Handlers,
  'createSetupIntent' | 'listPaymentMethods' | 'removePaymentMethod' | 'makePaymentMethodDefault'
> {
  return {
    createSetupIntent: ({ person }) => createSetupIntent(deps, person),
    listPaymentMethods: ({ person }) => listPaymentMethods(deps, person),
    removePaymentMethod: ({ person, params }) => removePaymentMethod(deps, person, params.id),
    makePaymentMethodDefault: ({ person, params }) => makePaymentMethodDefault(deps, person, params.id),
  };
}
