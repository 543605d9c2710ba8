import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import {
  addCannedReply,
  changeCannedReply,
  listCannedReplies,
  removeCannedReply,
} from './canned/canned.service.ts';
import { listChatMessages, readChat, seeChat } from './chat.service.ts';
import { sendChatMessage } from './sending.service.ts';

type ChatCalls =
  | 'readChat'
  | 'listChatMessages'
  | 'sendChatMessage'
  | 'seeChat'
  | 'listCannedReplies'
  | 'addCannedReply'
  | 'changeCannedReply'
  | 'removeCannedReply';

/** Whether anybody of the team is present. */
interface Presence {
  supportOnline(): boolean;
}

export function chatRoutes(deps: Deps, presence: Presence): Pick<Handlers, ChatCalls> {
  const { db } = deps;
  return {
    readChat: ({ person }) => readChat(db, person, presence.supportOnline()),
    async listChatMessages({ person, query, nextPage }) {
      const { rows, next } = await listChatMessages(db, person, person.id, query);
      if (next) nextPage(next);
      return rows;
    },
    sendChatMessage: ({ person, body, key }) => sendChatMessage(deps, person, body, key),
    async seeChat({ person, body }) {
      await seeChat(deps, person, body.messageId);
      return readChat(db, person, presence.supportOnline());
    },

    listCannedReplies: () => listCannedReplies(db),
    addCannedReply: ({ person, body }) => addCannedReply(deps, person, body),
    changeCannedReply: ({ person, params, body }) => changeCannedReply(deps, person, params.id, body),
    async removeCannedReply({ person, params }) {
      await removeCannedReply(deps, person, params.id);
      return { done: true };
    },
  };
}
