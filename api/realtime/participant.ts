import { type ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import type { Claim } from '../features/chat/chat.policy.ts';
import type { Connection } from './connection.ts';

/** The most conversations that one socket may have open. */
export const mostJoined = 100;
/** The time in which a socket's joins are counted. */
const joinsMs = 60_000;

export type EventData<T extends ClientEvent['type']> = Extract<ClientEvent, { type: T }>['data'];

/** The chat's state for one socket. */
export interface Participant {
  readonly connection: Connection;
  /** The conversations that the socket has joined; support without one is stored under ''. */
  readonly places: Map<string, Place>;
  joins: { since: number; count: number };
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
  joins: { since: Number.NEGATIVE_INFINITY, count: 0 },
  unstored: [],
  isStoring: false,
  typedAt: new Map(),
});

/** Ends a socket that has joined too many conversations, or too many of late. @returns whether it may join this one */
export function mayJoin(participant: Participant, id: string, mostPerMinute: number): boolean {
  const { connection, places } = participant;
  if (places.size >= mostJoined && !places.has(id))
    connection.end(closeCodes.refused, 'Too many conversations');
  else if (countJoin(participant) > mostPerMinute) connection.end(closeCodes.tooFast, 'Too many joins');
  return !connection.ended;
}

/** @returns the number of joins in this time */
function countJoin(participant: Participant): number {
  const now = performance.now();
  if (now - participant.joins.since >= joinsMs) participant.joins = { since: now, count: 0 };
  participant.joins.count += 1;
  return participant.joins.count;
}

/** The conversation of an event; `null` if support names none. */
export const conversationOf = ({ connection }: Participant, claim: Claim): string | null =>
  claim.isSupport ? (claim.conversationId ?? null) : connection.person.id;
