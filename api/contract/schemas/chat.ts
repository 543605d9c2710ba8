import * as z from 'zod/mini';
import { ListedCustomer } from './people.ts';
import { Id, Instant, PlanIdOrNone } from './primitives.ts';

/** A message of a live chat (spec §3), and its place in its conversation. */
export const ChatMessage = z.object({
  id: Id,
  /** The customer's id: each customer has one conversation. */
  conversationId: Id,
  /** The message's place: 1, 2, … without a gap, so that clients know the order and find missing messages. */
  seq: z.int(),
  content: z.string(),
  timestamp: Instant,
  isSupport: z.boolean(),
  /** The writer's name. */
  sender: z.string(),
  /** The id under which the writer's device sent it; shown to the writer alone. */
  clientId: z.nullable(z.string()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A customer's own conversation, for the customer's app. */
export const ChatState = z.object({
  /** Messages from the team that the customer has not seen. */
  unread: z.int(),
  /** The place of the last message; 0 if there is none. */
  lastSeq: z.int(),
  /** Whether somebody of the team has the support inbox open. */
  supportOnline: z.boolean(),
});
export type ChatState = z.infer<typeof ChatState>;

const Person = z.object({ id: Id, name: z.string() });

/** A conversation as the team sees it. */
export const Conversation = z.object({
  /** The customer's id. */
  id: Id,
  customer: z.extend(ListedCustomer, {
    tier: PlanIdOrNone,
  }),
  status: z.enum(['open', 'closed']),
  assignee: z.nullable(Person),
  /** Messages from the customer that nobody of the team has seen. */
  unread: z.int(),
  /**
   * The time since which the customer waits for an answer; `null` if the team wrote last or closed the conversation.
   */
  waitingSince: z.nullable(Instant),
  /** `preview` is the beginning of the message. */
  lastMessage: z.nullable(
    z.object({ id: Id, seq: z.int(), preview: z.string(), timestamp: Instant, isSupport: z.boolean() }),
  ),
});
export type Conversation = z.infer<typeof Conversation>;

export const CannedReply = z.object({ id: Id, title: z.string(), text: z.string() });
export type CannedReply = z.infer<typeof CannedReply>;
