import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listDisputes, readDispute } from './evidence.service.ts';
import { listStuckRefunds, settleStuckRefund } from './stuck-refunds.service.ts';
import { listUnclear, settleUnclearCase } from './unclear-cases.service.ts';

export function disputeRoutes(
  deps: Deps,
): Pick<
  Handlers,
  | 'listDisputes'
  | 'readDispute'
  | 'listStuckRefunds'
  | 'settleStuckRefund'
  | 'listUnclearAtProvider'
  | 'settleUnclearAtProvider'
> {
  return {
    async listDisputes({ query, nextPage }) {
      const { rows, next } = await listDisputes(deps, query);
      if (next) nextPage(next);
      return rows;
    },
    readDispute: ({ person, params }) => readDispute(deps, person, params.id),
    listUnclearAtProvider: () => listUnclear(deps),
    settleUnclearAtProvider: ({ person, params }) => settleUnclearCase(deps, person, params.id),
    listStuckRefunds: () => listStuckRefunds(deps.db),
    settleStuckRefund: ({ person, params, body }) => settleStuckRefund(deps, person, params.id, body.how),
  };
}
