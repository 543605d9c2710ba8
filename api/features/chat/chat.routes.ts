import type { chatCalls } from '../../contract/chat-calls.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { addCannedReply, changeCannedReply, listCannedReplies, removeCannedReply } from './canned.service.ts';
import { listChatMessages, readChat, seeChat } from './chat.service.ts';
import {
  changeConversation,
  listConversationMessages,
  listConversations,
  readConversation,
  seeConversation,
} from './inbox.service.ts';

/** Who of the team has the app open. */
interface Presence {
  supportOnline(): boolean;
}

export function chatRoutes(deps: Deps, presence: Presence): Pick<Handlers, keyof typeof chatCalls> {
  const { db } = deps;
  return {
    readChat: ({ person }) => readChat(db, person, presence.supportOnline()),
    async listChatMessages({ person, query, nextPage }) {
      const { rows, next } = await listChatMessages(db, person, person.id, query);
      if (next) nextPage(next);
      return rows;
    },
    async seeChat({ person, body }) {
      await seeChat(deps, person, body.messageId);
      return readChat(db, person, presence.supportOnline());
    },

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

    listCannedReplies: () => listCannedReplies(db),
    addCannedReply: ({ person, body }) => addCannedReply(deps, person, body),
    changeCannedReply: ({ person, params, body }) => changeCannedReply(deps, person, params.id, body),
    async removeCannedReply({ person, params }) {
      await removeCannedReply(deps, person, params.id);
      return { done: true };
    },
  };
}
