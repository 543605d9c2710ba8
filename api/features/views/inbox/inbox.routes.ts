import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import {
  changeConversation,
  listConversationMessages,
  listConversations,
  readConversation,
  seeConversation,
} from './inbox.service.ts';

type InboxCalls =
  | 'listConversations'
  | 'readConversation'
  | 'listConversationMessages'
  | 'seeConversation'
  | 'changeConversation';

export function inboxRoutes(deps: Deps): Pick<Handlers, InboxCalls> {
  const { db } = deps;
  return {
    async listConversations({ person, query, nextPage }) {
      const { rows, next } = await listConversations(db, person, query);
      if (next) nextPage(next);
      return rows;
    },
    readConversation: ({ params }) => readConversation(db, params.id),
    async listConversationMessages({ person, params, query, nextPage }) {
      const { rows, next } = await listConversationMessages(db, person, params.id, query);
      if (next) nextPage(next);
      return rows;
    },
    seeConversation: ({ params, body }) => seeConversation(deps, params.id, body.messageId),
    changeConversation: ({ person, params, body }) => changeConversation(deps, person, params.id, body),
  };
}
