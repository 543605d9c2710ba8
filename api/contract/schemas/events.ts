import * as z from 'zod/mini';
import { ChatMessage } from './chat.ts';
import { chatMessage } from './forms.ts';
import { Id } from './primitives.ts';

/**
 * Events on the socket at `/chat` (spec §7): JSON of a type and its data. The session decides who a person is and
 * whether they are support; an event's own claim is only checked against it. A customer's events concern their own
 * conversation. Support names a conversation by its customer's id.
 */
const claim = { userId: Id, isSupport: z.boolean() };
const conversationId = z.optional(Id);

export const ClientEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('join'),
    data: z.object({
      ...claim,
      conversationId,
      /**
       * The last message that this client has; later ones follow as `message` events. `null`: it has none, and all
       * follow. Left out: none follow.
       */
      lastSeenId: z.optional(z.nullable(Id)),
    }),
  }),
  /** The client no longer shows the conversation. */
  z.object({ type: z.literal('leave'), data: z.object({ conversationId }) }),
  /** Open apps of earlier releases send messages so; later ones use `POST /api/chat/messages`. */
  z.object({
    type: z.literal('message'),
    data: z.object({
      ...claim,
      conversationId,
      ...chatMessage,
      /** The client's own id of the message: sent again, it is stored once. */
      clientId: z.optional(z.string().check(z.regex(/^[\w-]{8,100}$/))),
    }),
  }),
  z.object({ type: z.literal('typing'), data: z.object({ ...claim, conversationId }) }),
  /** The client asks whether the connection lives; a page cannot see the protocol's own pings. */
  z.object({ type: z.literal('ping'), data: z.object({}) }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;

export const ServerEvent = z.discriminatedUnion('type', [
  /** The answer to every `join`; `conversationId` is `null` if support joined none. */
  z.object({
    type: z.literal('joined'),
    data: z.object({ ...claim, conversationId: z.nullable(Id) }),
  }),
  z.object({ type: z.literal('message'), data: ChatMessage }),
  /** To the socket that sent a message: the message as stored. */
  z.object({ type: z.literal('stored'), data: ChatMessage }),
  /** To the socket that sent a message: it was refused and will not be stored; the reason is for a person. */
  z.object({
    type: z.literal('refused'),
    data: z.object({ clientId: z.nullable(z.string()), reason: z.string() }),
  }),
  z.object({
    type: z.literal('typing'),
    data: z.object({ conversationId: Id, isSupport: z.boolean(), sender: z.string() }),
  }),
  /** To everyone in a conversation: who else has joined it. `team` leaves the receiver out. */
  z.object({
    type: z.literal('presence'),
    data: z.object({
      conversationId: Id,
      customerOnline: z.boolean(),
      supportOnline: z.boolean(),
      team: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
  /**
   * Paths of the API to read again. A path that ends in a slash stands for everything beneath it; any other stands
   * for exactly that path, with any query.
   */
  z.object({ type: z.literal('changed'), data: z.object({ keys: z.array(z.string()) }) }),
  /** The answer to every `ping`. */
  z.object({ type: z.literal('pong'), data: z.object({}) }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** The server's reasons to close a socket; 1001 is the protocol's own "going away", 1009 its "too large". */
export const closeCodes = {
  goingAway: 1001,
  refused: 1008,
  signedOut: 4401,
  tooMany: 4409,
  tooFast: 4429,
  tooSlow: 4408,
} as const;
