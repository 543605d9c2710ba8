import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listRequestSlots } from './quoted-time.service.ts';
import { countRequests, listRequests } from './requests.service.ts';

export function quoteRoutes(
  deps: Deps,
): Pick<Handlers, 'listRequests' | 'countRequests' | 'listRequestSlots'> {
  return {
    async listRequests({ query, nextPage }) {
      const { rows, next } = await listRequests(deps, query);
      if (next) nextPage(next);
      return rows;
    },
    countRequests: () => countRequests(deps.db),
    listRequestSlots: ({ params, query }) => listRequestSlots(deps, { ...query, id: params.id }),
  };
}
