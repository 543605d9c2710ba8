import { type ClientEvent, closeCodes } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { isTrue } from '../features/chat/chat.policy.ts';
import { conversationOf, type EventData, mostJoined } from './chat-events.ts';
import type { Connection } from './connection.ts';
import { createNames } from './names.ts';
import type { Presence } from './presence.ts';
import { createRooms } from './rooms.ts';
import { createStoring } from './storing.ts';
import { createTyping } from './typing.ts';

/** The time in which a socket's joins are counted. */
const joinsMs = 60_000;

export interface Chat {
  handle(connection: Connection, event: ClientEvent): void;
  /** Must be called when a socket has ended. */
  left(connection: Connection): void;
}

/** A socket's place in a conversation. */
interface Place {
  /** Ends the socket's presence there. */
  end: () => void;
  /** Whether the socket was sent `joined`, which must come first. */
  isTold: boolean;
}

/** Messages, typing and presence in conversations (design §8). */
export function createChat(deps: Deps, presence: Presence): Chat {
  const rooms = createRooms(deps);
  const nameOf = createNames(deps);
  const storeInTurn = createStoring(deps, rooms);
  const { type, passTyping } = createTyping(deps, rooms, nameOf);
  const isTooOften = createJoinLimit(deps.limits.joinsPerSocket);
  /** The conversations that each socket has joined; support without one is stored under ''. */
  const joined = new Map<Connection, Map<string, Place>>();

  deps.bus.hear((note) => {
    if (note.kind === 'message') rooms.heard(note.conversationId, note.seq);
    else if (note.kind === 'typing') void passTyping(note);
    else if (note.kind === 'gap')
      rooms.readAgain().catch((err) => deps.log.error({ err }, 'conversations could not be read again'));
  });
  presence.hear((ids) => void tellAll(ids ?? rooms.ids()));

  /** Sent in groups: thousands at once would delay messages. */
  async function tellAll(ids: readonly string[]): Promise<void> {
    for (const [n, id] of ids.entries()) {
      if (n > 0 && n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      void tellPresence(id);
    }
  }

  function join(connection: Connection, data: EventData<'join'>): void {
    const { isSupport } = data;
    const id = conversationOf(connection, data);
    const places = joined.get(connection) ?? new Map<string, Place>();
    if (places.size >= mostJoined) {
      connection.end(closeCodes.refused, 'Too many conversations');
      return;
    }
    joined.set(connection, places);
    if (isTooOften(connection)) {
      connection.end(closeCodes.tooFast, 'Too many joins');
      return;
    }
    const personId = connection.person.id;
    const before = places.get(id ?? '');
    const place: Place = { end: presence.enter({ personId, isSupport, conversationId: id }), isTold: false };
    places.set(id ?? '', place);
    before?.end();
    const onJoined = () => {
      place.isTold = true;
      connection.send({ type: 'joined', data: { userId: personId, isSupport, conversationId: id } });
      if (id) void tellPresence(id, connection);
    };
    if (id) rooms.join(connection, id, { lastSeenId: data.lastSeenId, onJoined });
    else onJoined();
  }

  function leave(connection: Connection, id: string): void {
    const places = joined.get(connection);
    const place = places?.get(id);
    if (!places || !place) return;
    places.delete(id);
    rooms.leave(connection, id);
    place.end();
  }

  /** Tells the sockets in a conversation, or one of them, who else is present. */
  async function tellPresence(conversationId: string, only?: Connection): Promise<void> {
    const tell = (only ? [only] : rooms.members(conversationId)).filter(
      (connection) => joined.get(connection)?.get(conversationId)?.isTold,
    );
    if (tell.length === 0) return;
    try {
      const { customerOnline, team } = presence.in(conversationId);
      const named = await Promise.all(team.map(async (id) => ({ id, name: await nameOf(id, true) })));
      const supportOnline = presence.supportOnline();
      for (const connection of tell)
        connection.send({
          type: 'presence',
          data: {
            conversationId,
            customerOnline,
            supportOnline,
            team: named.filter(({ id }) => id !== connection.person.id),
          },
        });
    } catch (err) {
      deps.log.warn({ err }, 'presence was not told');
    }
  }

  return {
    handle(connection, event) {
      if (event.type === 'ping') return connection.send({ type: 'pong', data: {} });
      // For support, `leave` without a conversation means leaving the inbox.
      const own = connection.person.role === 'admin' ? '' : connection.person.id;
      if (event.type === 'leave') return leave(connection, event.data.conversationId ?? own);
      if (!isTrue(event.data, connection.person)) {
        deps.log.warn({ personId: connection.person.id }, 'a socket claimed to be someone else');
        return connection.end(closeCodes.refused, 'Not who you are');
      }
      if (event.type === 'join') join(connection, event.data);
      else if (event.type === 'typing') void type(connection, event.data);
      else void storeInTurn(connection, event.data);
    },
    left(connection) {
      for (const id of [...(joined.get(connection)?.keys() ?? [])]) leave(connection, id);
      joined.delete(connection);
    },
  };
}

/** @returns a function that counts a socket's join, and says whether it has joined too often of late */
function createJoinLimit(most: number) {
  const joins = new WeakMap<Connection, { since: number; count: number }>();

  return function isTooOften(connection: Connection): boolean {
    const now = performance.now();
    const known = joins.get(connection);
    const current = known && now - known.since < joinsMs ? known : { since: now, count: 0 };
    joins.set(connection, current);
    current.count += 1;
    return current.count > most;
  };
}
