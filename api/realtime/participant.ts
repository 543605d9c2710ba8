import { type ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import type { Claim } from '../features/records/chat/chat.policy.ts';
import type { Connection } from './connection.ts';

/** The most conversations that one socket may have open. */
export const mostJoined = 100;

export type EventData<T extends ClientEvent['type']> = Extract<ClientEvent, { type: T }>['data'];

/** The chat's state for one socket. */
export interface Participant {
  readonly connection: Connection;
  /** The conversations that the socket has joined; support without one is stored under ''. */
  readonly places: Map<string, Place>;
  /** Messages that are not stored yet, in order. */
  readonly unstored: EventData<'message'>[];
  /** Whether these are being stored. */
  isStoring: boolean;
  /** The time of the last sign of typing that was passed on, in each conversation. */
  readonly typedAt: Map<string, number>;
}

/** A socket's place in a conversation. */
export interface Place {
  /** Ends the socket's presence there. */
  end: () => void;
  /** Whether the socket was sent `joined`, which must come first. */
  isTold: boolean;
}

export const newParticipant = (connection: Connection): Participant => ({
  connection,
  places: new Map(),
  unstored: [],
  isStoring: false,
  typedAt: new Map(),
});

/** Ends a socket that has joined too many conversations. @returns whether it may join this one */
export function mayJoin({ connection, places }: Participant, id: string): boolean {
  if (places.size >= mostJoined && !places.has(id))
    connection.end(closeCodes.refused, 'Too many conversations');
  return !connection.ended;
}

/** The conversation of an event; `null` if support names none. */
export const conversationOf = ({ connection }: Participant, claim: Claim): string | null =>
  claim.isSupport ? (claim.conversationId ?? null) : connection.person.id;
