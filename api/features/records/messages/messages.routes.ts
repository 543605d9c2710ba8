import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listMessages, sendMessage } from './messages.service.ts';
import { waiveAnswer } from './waive.service.ts';

export function messageRoutes(deps: Deps): Pick<Handlers, 'listMessages' | 'sendMessage' | 'waiveAnswer'> {
  return {
    async listMessages({ person, params, query, nextPage }) {
      const { rows, next } = await listMessages(deps.db, person, params.id, query);
      if (next) nextPage(next);
      return rows;
    },
    waiveAnswer: ({ person, params, body }) => waiveAnswer(deps, person, params.id, body.lastSeenId),
    sendMessage: ({ person, body, key }) => sendMessage(deps, person, body, key),
  };
}
