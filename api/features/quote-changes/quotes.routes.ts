import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { countRequests, listRequests } from '../quotes/requests.service.ts';
import { acceptQuote } from './accept.service.ts';
import { declineQuote, withdrawQuote } from './ending.service.ts';
import { sendQuote } from './send.service.ts';

type QuoteCalls =
  | 'acceptQuote'
  | 'declineQuote'
  | 'listRequests'
  | 'countRequests'
  | 'sendQuote'
  | 'withdrawQuote';

export function quoteRoutes(deps: Deps): Pick<Handlers, QuoteCalls> {
  return {
    acceptQuote: ({ person, params, body }) => acceptQuote(deps, person, params.id, body),
    declineQuote: ({ person, params, body }) => declineQuote(deps, person, params.id, body),
    async listRequests({ query, nextPage }) {
      const { rows, next } = await listRequests(deps, query);
      if (next) nextPage(next);
      return rows;
    },
    countRequests: () => countRequests(deps.db),
    sendQuote: ({ person, params, body, key }) => sendQuote(deps, person, params.id, body, key),
    withdrawQuote: ({ person, params, query }) => withdrawQuote(deps, person, params.id, query.quoteId),
  };
}
