import type { Deps } from '../../../../deps.ts';
import type { Handlers } from '../../../../http/handlers.ts';
import { listExtraHours } from './question.service.ts';

export function overtimeRoutes(deps: Deps): Pick<Handlers, 'listExtraHours'> {
  return {
    async listExtraHours({ query, nextPage }) {
      const { rows, next } = await listExtraHours(deps.db, query);
      if (next) nextPage(next);
      return rows;
    },
  };
}
