import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { acceptQuote, declineQuote, withdrawQuote } from './answer.service.ts';
import { sendQuote } from './send.service.ts';

type QuoteAnswerCalls = 'acceptQuote' | 'declineQuote' | 'sendQuote' | 'withdrawQuote';

export function quoteAnswerRoutes(deps: Deps): Pick<Handlers, QuoteAnswerCalls> {
  return {
    acceptQuote: ({ person, params, body }) => acceptQuote(deps, person, params.id, body),
    declineQuote: ({ person, params, body }) => declineQuote(deps, person, params.id, body),
    sendQuote: ({ person, params, body, key }) => sendQuote(deps, person, params.id, body, key),
    withdrawQuote: ({ person, params, query }) => withdrawQuote(deps, person, params.id, query.quoteId),
  };
}
