import * as z from 'zod/mini';
import { Id } from './entities.ts';

/**
 * What goes over the socket at `/chat` (spec §7): JSON of a type and its data. The session says who someone is and
 * whether they are support; what an event claims of that is only held against it.
 */
export const ClientEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), data: z.object({ userId: Id, isSupport: z.boolean() }) }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;

export const ServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('joined'), data: z.object({ userId: Id, isSupport: z.boolean() }) }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** Why the server closes a socket; 1001 is the protocol's own "going away". */
export const closeCodes = { goingAway: 1001, refused: 1008, signedOut: 4401 } as const;
