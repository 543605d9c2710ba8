import * as z from 'zod/mini';
import { Id, Instant } from './entities.ts';
import { planTiers } from './plans.ts';

/** What is written in the live chat; trimmed, never empty (spec §5). */
export const chatTextLength = 4000;

/** A message of a live chat (spec §3), and its place in its conversation. */
export const ChatMessage = z.object({
  id: Id,
  /** A customer has one conversation: it goes by the customer's own id. */
  conversationId: Id,
  /** Its place: 1, 2, … without a gap, so that order and what is missing can be told. */
  seq: z.int(),
  content: z.string(),
  timestamp: Instant,
  isSupport: z.boolean(),
  /** Its writer's name. */
  sender: z.string(),
  /** The id under which its writer's device sent it; told to its writer alone. */
  clientId: z.nullable(z.string()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A customer's own conversation, as their app needs it. */
export const ChatState = z.object({
  /** Messages of the team's that were not seen yet. */
  unread: z.int(),
  /** The place of the last message; 0 while there is none. */
  lastSeq: z.int(),
  /** Whether somebody of the team has the support inbox open now. */
  supportOnline: z.boolean(),
});
export type ChatState = z.infer<typeof ChatState>;

const Person = z.object({ id: Id, name: z.string() });

/** A conversation as the team sees it. */
export const Conversation = z.object({
  /** The customer's. */
  id: Id,
  customer: z.object({ id: Id, name: z.string(), email: z.string(), tier: z.enum([...planTiers, 'none']) }),
  status: z.enum(['open', 'closed']),
  assignee: z.nullable(Person),
  /** Messages of the customer's that nobody of the team has seen. */
  unread: z.int(),
  /** Since when the customer waits for an answer; `null` where the team wrote last, or closed it. */
  waitingSince: z.nullable(Instant),
  /** `preview` is the beginning of what it says. */
  lastMessage: z.nullable(
    z.object({ id: Id, seq: z.int(), preview: z.string(), timestamp: Instant, isSupport: z.boolean() }),
  ),
});
export type Conversation = z.infer<typeof Conversation>;

export const CannedReply = z.object({ id: Id, title: z.string(), text: z.string() });
export type CannedReply = z.infer<typeof CannedReply>;
