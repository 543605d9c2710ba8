import type { Note } from '../bus/bus.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import type { Names } from './names.ts';
import { conversationOf, type EventData, mostJoined, type Participant } from './participant.ts';
import type { Rooms } from './rooms.ts';

/** The shortest interval at which a person's typing is passed on. */
const typingMs = 500;

/** Tells all processes that a person is typing. */
export async function tellTyping(
  { bus, limits, log }: Pick<Deps, 'bus' | 'limits' | 'log'>,
  participant: Participant,
  data: EventData<'typing'>,
): Promise<void> {
  const conversationId = conversationOf(participant, data);
  if (!conversationId) return;
  const { typedAt } = participant;
  const now = performance.now();
  if (now - (typedAt.get(conversationId) ?? -typingMs) < typingMs) return;
  if (typedAt.size >= mostJoined) typedAt.clear();
  typedAt.set(conversationId, now);
  const { isSupport } = data;
  const personId = participant.connection.person.id;
  try {
    await limits.typing(personId);
    bus.tell({ kind: 'typing', conversationId, personId, isSupport });
  } catch (err) {
    // A lost sign of typing does no harm.
    if (!(err instanceof Refusal)) log.warn({ err }, 'a sign of typing could not be stored');
  }
}

/** Tells the other people in a conversation of this process that a person is typing. */
export async function passTyping(
  { log }: Pick<Deps, 'log'>,
  rooms: Rooms,
  nameOf: Names,
  { conversationId, personId, isSupport }: Extract<Note, { kind: 'typing' }>,
): Promise<void> {
  const others = rooms.members(conversationId).filter((other) => other.person.id !== personId);
  if (others.length === 0) return;
  try {
    const sender = await nameOf(personId, isSupport);
    for (const other of others) other.send({ type: 'typing', data: { conversationId, isSupport, sender } });
  } catch (err) {
    log.warn({ err }, 'a sign of typing could not be passed on');
  }
}
