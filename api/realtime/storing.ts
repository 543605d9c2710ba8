import { closeCodes } from '../contract/schemas/events.ts';
import { Refusal } from '../core/refusal.ts';
import { letOthersGo } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import { storeChatMessage } from '../features/records/chat/chat.service.ts';
import { conversationOf, type EventData, type Participant } from './participant.ts';
import type { Rooms } from './rooms.ts';

/** The work under way, of all sockets. */
export type Storing = Set<Promise<void>>;

/** Stores a socket's messages one after the other, so that they are stored in the order of writing. */
export function storeInTurn(
  deps: Deps,
  rooms: Rooms,
  storing: Storing,
  participant: Participant,
  data: EventData<'message'>,
): void {
  participant.unstored.push(data);
  if (participant.isStoring) return;
  const work = storeAll(deps, rooms, participant).finally(() => storing.delete(work));
  storing.add(work);
}

async function storeAll(deps: Deps, rooms: Rooms, participant: Participant): Promise<void> {
  const { connection, unstored } = participant;
  participant.isStoring = true;
  for (let next = unstored.shift(); next && !connection.ended; next = unstored.shift()) {
    await store(deps, rooms, participant, next);
    // SQLite stores without giving other work a turn.
    await letOthersGo();
  }
  participant.isStoring = false;
}

/** Stores a message and answers its writer. The bus then tells the readers' processes of it. */
async function store(
  deps: Deps,
  rooms: Rooms,
  participant: Participant,
  data: EventData<'message'>,
): Promise<void> {
  const { connection } = participant;
  const conversationId = conversationOf(participant, data);
  const { isSupport, content, clientId = null, lastSeenId } = data;
  const refuse = (reason: string) => connection.send({ type: 'refused', data: { clientId, reason } });
  if (!conversationId) return refuse('Please choose a conversation.');
  try {
    const { person } = connection;
    const sent = { conversationId, isSupport, content, clientId, lastSeenId };
    await deps.limits.inTurn(person.id, async () => {
      // A socket ends with its session and with its role, also while a message waits.
      if (connection.ended) return;
      try {
        await deps.limits.cost('chat', person.id);
        const written = { name: 'chat', key: clientId, content: { conversationId, content } };
        await deps.limits.stored(person.id, written);
        const stored = await storeChatMessage(deps, person, sent, rooms.stored);
        connection.send({ type: 'stored', data: stored.message });
      } catch (err) {
        if (!(err instanceof Refusal)) throw err;
        refuse(err.message);
      }
    });
  } catch (err) {
    // A message that had no turn in time is no refused one, which the client would not send again by itself.
    if (!(err instanceof Refusal)) deps.log.error({ err }, 'a chat message could not be stored');
    // Whether the message was stored is unknown; the client reconnects, sends it again and finds out.
    connection.end(closeCodes.goingAway, 'Something went wrong');
  }
}
