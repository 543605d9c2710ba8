import type { Note } from '../bus/bus.ts';
import { type ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import type { Deps } from '../deps.ts';
import { isTrue } from '../features/records/chat/chat.policy.ts';
import type { Connection } from './connection.ts';
import { createNames } from './names.ts';
import {
  conversationOf,
  type EventData,
  mayJoin,
  newParticipant,
  type Participant,
  type Place,
} from './participant.ts';
import type { Presence } from './presence.ts';
import { createRooms } from './rooms.ts';
import { type Storing, storeInTurn } from './storing.ts';
import { inGroups, tellPresence } from './telling-presence.ts';
import { passTyping, tellTyping } from './typing.ts';

export interface Chat {
  /** Takes an event of a client. */
  handle(connection: Connection, event: ClientEvent): void;
  /** Takes a note of the bus. */
  hear(note: Note): void;
  /** Must be called when a socket has ended. */
  left(connection: Connection): void;
  /** Resolves once the messages that are being stored are stored. */
  stored(): Promise<unknown>;
}

/** Messages, typing and presence in conversations (design §8). */
export function createChat(deps: Deps, presence: Presence): Chat {
  const rooms = createRooms(deps);
  const nameOf = createNames(deps);
  const participants = new Map<Connection, Participant>();
  const storing: Storing = new Set();

  /** The sockets in a conversation that were sent `joined`, which must come first. */
  const toldIn = (id: string): Connection[] =>
    rooms.members(id).filter((connection) => participants.get(connection)?.places.get(id)?.isTold);

  presence.hear((ids) => {
    void inGroups(
      ids ?? rooms.ids(),
      (id) => void tellPresence(deps, presence, nameOf, id, () => toldIn(id)),
    );
  });

  function join(participant: Participant, data: EventData<'join'>): void {
    const { connection, places } = participant;
    const { isSupport, lastSeenId } = data;
    const id = conversationOf(participant, data);
    if (!mayJoin(participant, id ?? '')) return;
    const personId = connection.person.id;
    deps.limits.join(personId).catch(() => connection.end(closeCodes.tooFast, 'Too many joins'));
    const before = places.get(id ?? '');
    const place: Place = { end: presence.enter({ personId, isSupport, conversationId: id }), isTold: false };
    places.set(id ?? '', place);
    before?.end();
    const onJoined = () => {
      place.isTold = true;
      connection.send({ type: 'joined', data: { userId: personId, isSupport, conversationId: id } });
      const alone = () => toldIn(id ?? '').filter((other) => other === connection);
      if (id) void tellPresence(deps, presence, nameOf, id, alone);
    };
    if (id) rooms.join(connection, id, { lastSeenId, onJoined });
    else onJoined();
  }

  function leave({ connection, places }: Participant, id: string): void {
    const place = places.get(id);
    if (!place) return;
    places.delete(id);
    rooms.leave(connection, id);
    place.end();
  }

  return {
    handle(connection, event) {
      if (event.type === 'ping') return connection.send({ type: 'pong', data: {} });
      const participant = participants.get(connection) ?? newParticipant(connection);
      participants.set(connection, participant);
      // For support, `leave` without a conversation means leaving the inbox.
      const ownRoomId = connection.person.permissions.has('support.answer') ? '' : connection.person.id;
      if (event.type === 'leave') return leave(participant, event.data.conversationId ?? ownRoomId);
      if (!isTrue(event.data, connection.person)) {
        deps.log.warn({ personId: connection.person.id }, 'a socket claimed to be someone else');
        return connection.end(closeCodes.refused, 'Not who you are');
      }
      if (event.type === 'join') join(participant, event.data);
      else if (event.type === 'typing') void tellTyping(deps, participant, event.data);
      else storeInTurn(deps, rooms, storing, participant, event.data);
    },
    hear(note) {
      if (note.kind === 'message') rooms.heard(note.conversationId, note.seq);
      else if (note.kind === 'typing') void passTyping(deps, rooms, nameOf, note);
      else if (note.kind === 'gap')
        rooms.readAgain().catch((err) => deps.log.error({ err }, 'conversations could not be read again'));
    },
    left(connection) {
      const participant = participants.get(connection);
      if (!participant) return;
      participants.delete(connection);
      for (const id of [...participant.places.keys()]) leave(participant, id);
    },
    stored: () => Promise.all(storing),
  };
}
