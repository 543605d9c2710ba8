import { closeCodes } from '../contract/events.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { storeChatMessage } from '../features/chat/chat.service.ts';
import { conversationOf, type EventData } from './chat-events.ts';
import type { Connection } from './connection.ts';
import type { Rooms } from './rooms.ts';

/** @returns a function that stores what a socket writes, and answers it */
export function createStoring(deps: Deps, rooms: Rooms) {
  /** Messages of each socket that are not stored yet, in order. */
  const queues = new WeakMap<Connection, EventData<'message'>[]>();

  /** Stores one message after the other, so that they are stored in the order of writing. */
  async function storeInTurn(connection: Connection, data: EventData<'message'>): Promise<void> {
    const queue = queues.get(connection);
    if (queue) {
      queue.push(data);
      return;
    }
    const own = [data];
    queues.set(connection, own);
    for (let next = own.shift(); next && !connection.ended; next = own.shift()) {
      await store(connection, next);
      // SQLite stores without giving other work a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    queues.delete(connection);
  }

  async function store(connection: Connection, data: EventData<'message'>): Promise<void> {
    const conversationId = conversationOf(connection, data);
    const { isSupport, content, clientId = null, lastSeenId } = data;
    const refuse = (reason: string) => connection.send({ type: 'refused', data: { clientId, reason } });
    if (!conversationId) return refuse('Please choose a conversation.');
    try {
      await deps.limits.chat(connection.person.id);
      const sent = { conversationId, isSupport, content, clientId, lastSeenId };
      const { message } = await storeChatMessage(deps, connection.person, sent, rooms.stored);
      connection.send({ type: 'stored', data: message });
    } catch (err) {
      if (err instanceof Refusal) return refuse(err.message);
      deps.log.error({ err }, 'a chat message could not be stored');
      // Whether the message was stored is unknown; the client reconnects, sends it again and finds out.
      connection.end(closeCodes.goingAway, 'Something went wrong');
    }
  }

  return storeInTurn;
}
