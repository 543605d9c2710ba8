import type { ClientEvent } from '../contract/events.ts';
import type { Claim } from '../features/chat/chat.policy.ts';
import type { Connection } from './connection.ts';

/** The most conversations that one socket may have open. */
export const mostJoined = 100;

export type EventData<T extends ClientEvent['type']> = Extract<ClientEvent, { type: T }>['data'];

/** The conversation of an event; `null` if support names none. */
export const conversationOf = (connection: Connection, claim: Claim): string | null =>
  claim.isSupport ? (claim.conversationId ?? null) : connection.person.id;
