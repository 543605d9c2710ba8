import * as z from 'zod/mini';
import { ChatMessage, chatTextLength } from './chat.ts';
import { Id } from './entities.ts';
import { text } from './forms.ts';

/**
 * What goes over the socket at `/chat` (spec §7): JSON of a type and its data. The session says who someone is and
 * whether they are support; what an event claims of that is only held against it. A customer's events are about their
 * own conversation; support names the one it means, which is its customer's id.
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
       * What this client has seen of the conversation last: what came after it follows as `message` events. `null`
       * where it has nothing; left out, nothing follows.
       */
      lastSeenId: z.optional(z.nullable(Id)),
    }),
  }),
  /** This client no longer shows the conversation. */
  z.object({ type: z.literal('leave'), data: z.object({ conversationId }) }),
  z.object({
    type: z.literal('message'),
    data: z.object({
      ...claim,
      conversationId,
      content: text(chatTextLength).check(z.minLength(1)),
      /** The client's own id of it: sent again, it is stored once. */
      clientId: z.optional(z.string().check(z.regex(/^[\w-]{8,100}$/))),
      /**
       * Of support: the newest message that its writer had before them, `null` where there was none. What another of
       * the team has answered since refuses it; left out, nothing does.
       */
      lastSeenId: z.optional(z.nullable(Id)),
    }),
  }),
  z.object({ type: z.literal('typing'), data: z.object({ ...claim, conversationId }) }),
  /** Is anybody there? A page does not see the protocol's own pings. */
  z.object({ type: z.literal('ping'), data: z.object({}) }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;

export const ServerEvent = z.discriminatedUnion('type', [
  /** After every `join`; `conversationId` is `null` where support joined none. */
  z.object({
    type: z.literal('joined'),
    data: z.object({ ...claim, conversationId: z.nullable(Id) }),
  }),
  z.object({ type: z.literal('message'), data: ChatMessage }),
  /** To the socket that sent a message: it is stored, as this. */
  z.object({ type: z.literal('stored'), data: ChatMessage }),
  /** To the socket that sent it: it is not stored and will not be, for this reason, fit for a person. */
  z.object({
    type: z.literal('refused'),
    data: z.object({ clientId: z.nullable(z.string()), reason: z.string() }),
  }),
  z.object({
    type: z.literal('typing'),
    data: z.object({ conversationId: Id, isSupport: z.boolean(), sender: z.string() }),
  }),
  /** To whoever has joined the conversation: who else has. `team` leaves the receiver out. */
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
   * What to read again: paths of the API. One that ends in a slash means everything beneath it; any other the answer
   * of exactly that path, whatever its query.
   */
  z.object({ type: z.literal('changed'), data: z.object({ keys: z.array(z.string()) }) }),
  /** After every `ping`. */
  z.object({ type: z.literal('pong'), data: z.object({}) }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Why the server closes a socket; 1001 is the protocol's own "going away", 1009 its "too large". */
export const closeCodes = {
  goingAway: 1001,
  refused: 1008,
  signedOut: 4401,
  tooMany: 4409,
  tooFast: 4429,
  tooSlow: 4408,
} as const;
