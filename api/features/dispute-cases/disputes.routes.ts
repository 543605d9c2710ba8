import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { listDisputes, readDispute } from './evidence.service.ts';
import { listStuckRefunds, settleStuckRefund } from './stuck-refunds.service.ts';

export function disputeRoutes(
  deps: Deps,
): Pick<Handlers, 'listDisputes' | 'readDispute' | 'listStuckRefunds' | 'settleStuckRefund'> {
  return {
    async listDisputes({ query, nextPage }) {
      const { rows, next } = await listDisputes(deps.db, query);
      if (next) nextPage(next);
      return rows;
    },
    readDispute: ({ person, params }) => readDispute(deps, person, params.id),
    listStuckRefunds: () => listStuckRefunds(deps.db),
    settleStuckRefund: ({ person, params, body }) => settleStuckRefund(deps, person, params.id, body.how),
  };
}
