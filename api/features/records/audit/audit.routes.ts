import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listActs } from './audit.service.ts';

export function auditRoutes(deps: Deps): Pick<Handlers, 'listActs'> {
  return {
    async listActs({ query, nextPage }) {
      const { rows, next } = await listActs(deps, query);
      if (next) nextPage(next);
      return rows;
    },
  };
}
