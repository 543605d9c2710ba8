import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { payPastHours } from './charges.service.ts';

export function overageChargeRoutes(deps: Deps): Pick<Handlers, 'payPastHours'> {
  return {
    payPastHours: async ({ person, params }) => ({
      clientSecret: await payPastHours(deps, person, params.id),
    }),
  };
}
