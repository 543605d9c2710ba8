import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { messageLimit } from '../rules/message-terms.ts';
import { CannedReply, ChatMessage, ChatState, Conversation } from '../schemas/chat.ts';
import { ChatMessageForm, text } from '../schemas/forms.ts';
import { Id } from '../schemas/primitives.ts';
import { call, Done, one, page, pageQuery } from './call.ts';

const cannedReply = z.object({
  title: text(80).check(z.minLength(1, 'Please name the reply')),
  text: text(messageLimit).check(z.minLength(1, 'Please write the reply')),
});

/** Calls of the chat; its readers hear of messages and of typing over the socket (`events.ts`). */
export const chatCalls = {
  readChat: call({ ...paths.readChat, summary: 'My conversation with support', answer: ChatState }),
  listChatMessages: call({
    ...paths.listChatMessages,
    summary: 'Its messages: the first page holds the newest, each page the oldest first',
    cost: 'heavy',
    query: page,
    answer: z.array(ChatMessage),
  }),
  sendChatMessage: call({
    ...paths.sendChatMessage,
    summary: 'Writes in my conversation with support, or as the team in that of any customer',
    cost: 'chat',
    body: ChatMessageForm,
    answer: ChatMessage,
    repeatable: true,
    errors: ['forbidden', 'not_found', 'conflict', 'key_reused'],
  }),
  seeChat: call({
    ...paths.seeChat,
    summary: 'I have seen it up to this message',
    uncounted: 'seen',
    body: z.object({ messageId: Id }),
    answer: ChatState,
    errors: ['not_found'],
  }),

  listConversations: call({
    ...paths.listConversations,
    cost: 'heavy',
    summary: 'The support inbox: unread first, then who waits longest, then the newest',
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(['open', 'closed'])),
      assignee: z.optional(z.enum(['me', 'nobody'])),
    }),
    answer: z.array(Conversation),
  }),
  readConversation: call({
    ...paths.readConversation,
    summary: 'One conversation; a customer who never wrote has an empty one',
    params: one,
    answer: Conversation,
    errors: ['not_found'],
  }),
  listConversationMessages: call({
    ...paths.listConversationMessages,
    summary: 'Its messages: the first page holds the newest, each page the oldest first',
    cost: 'heavy',
    params: one,
    query: page,
    answer: z.array(ChatMessage),
    errors: ['not_found'],
  }),
  seeConversation: call({
    ...paths.seeConversation,
    summary: 'The team has seen it up to this message',
    uncounted: 'seen',
    params: one,
    body: z.object({ messageId: Id }),
    answer: Conversation,
    errors: ['not_found'],
  }),
  changeConversation: call({
    ...paths.changeConversation,
    summary: 'Takes it over or lets go of it, closes or reopens it, as it was when it was last looked at',
    params: one,
    body: z.object({
      assignee: z.optional(z.enum(['me', 'nobody'])),
      status: z.optional(z.enum(['open', 'closed'])),
      /** The last message that the administrator has seen; `null` if there is none. */
      lastSeenId: z.nullable(Id),
      /** The assignee that the administrator saw; `null` for none. Tabs older than this field leave it out. */
      seenAssignee: z.optional(z.nullable(Id)),
    }),
    answer: Conversation,
    errors: ['not_found', 'conflict'],
  }),

  listCannedReplies: call({
    ...paths.listCannedReplies,
    summary: 'What the team answers often, by title',
    answer: z.array(CannedReply),
  }),
  addCannedReply: call({
    ...paths.addCannedReply,
    summary: 'Adds one',
    body: cannedReply,
    answer: CannedReply,
  }),
  changeCannedReply: call({
    ...paths.changeCannedReply,
    summary: 'Changes one',
    params: one,
    body: cannedReply,
    answer: CannedReply,
    errors: ['not_found'],
  }),
  removeCannedReply: call({
    ...paths.removeCannedReply,
    summary: 'Removes one',
    params: one,
    answer: Done,
    errors: ['not_found'],
  }),
} as const;
