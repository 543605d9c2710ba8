import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { conversationOf, type EventData, mostJoined } from './chat-events.ts';
import type { Connection } from './connection.ts';
import type { createNames } from './names.ts';
import type { Rooms } from './rooms.ts';

/** The shortest interval at which a person's typing is passed on. */
const typingMs = 500;

/** Signs of typing: a socket's own go to the bus, and those of the bus to the sockets in the conversation. */
export function createTyping(deps: Deps, rooms: Rooms, nameOf: ReturnType<typeof createNames>) {
  const typedAt = new WeakMap<Connection, Map<string, number>>();

  async function type(connection: Connection, data: EventData<'typing'>): Promise<void> {
    const conversationId = conversationOf(connection, data);
    if (!conversationId) return;
    const times = typedAt.get(connection) ?? new Map<string, number>();
    typedAt.set(connection, times);
    const now = performance.now();
    if (now - (times.get(conversationId) ?? -typingMs) < typingMs) return;
    if (times.size >= mostJoined) times.clear();
    times.set(conversationId, now);
    const { isSupport } = data;
    const personId = connection.person.id;
    try {
      await deps.limits.typing(personId);
      deps.bus.tell({ kind: 'typing', conversationId, personId, isSupport });
    } catch (err) {
      // A lost sign of typing does no harm.
      if (!(err instanceof Refusal)) deps.log.warn({ err }, 'typing was not told');
    }
  }

  async function passTyping(of: { conversationId: string; personId: string; isSupport: boolean }) {
    const { conversationId, personId, isSupport } = of;
    const others = rooms.members(conversationId).filter((other) => other.person.id !== personId);
    if (others.length === 0) return;
    try {
      const sender = await nameOf(personId, isSupport);
      for (const other of others) other.send({ type: 'typing', data: { conversationId, isSupport, sender } });
    } catch (err) {
      deps.log.warn({ err }, 'typing was not passed on');
    }
  }

  return { type, passTyping };
}
