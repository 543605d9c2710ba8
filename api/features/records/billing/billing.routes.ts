import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listBillingHistory } from './billing.service.ts';

export function billingRoutes(deps: Deps): Pick<Handlers, 'listBillingHistory'> {
  const { db } = deps;
  return {
    async listBillingHistory({ person, query, nextPage }) {
      const { items, next } = await listBillingHistory(db, person, query);
      if (next) nextPage(next);
      return items;
    },
  };
}
