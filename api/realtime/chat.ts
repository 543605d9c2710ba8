import { type ClientEvent, closeCodes } from '../contract/schemas/events.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { type Claim, isTrue } from '../features/chat/chat.policy.ts';
import { storeChatMessage } from '../features/chat/chat.service.ts';
import type { Connection } from './connection.ts';
import { createNames } from './names.ts';
import type { Presence } from './presence.ts';
import { createRooms } from './rooms.ts';

/** The shortest interval at which a person's typing is passed on. */
const typingMs = 500;
/** The most conversations that one socket may have open. */
const mostJoined = 100;
const joinsMs = 60_000;

type EventData<T extends ClientEvent['type']> = Extract<ClientEvent, { type: T }>['data'];

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
  /** The conversations that each socket has joined; support without one is stored under ''. */
  const joined = new Map<Connection, Map<string, Place>>();
  /** Messages of each socket that are not stored yet, in order. */
  const queues = new WeakMap<Connection, EventData<'message'>[]>();
  const joins = new WeakMap<Connection, { since: number; count: number }>();
  const typedAt = new WeakMap<Connection, Map<string, number>>();

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

  function isTooOften(connection: Connection): boolean {
    const now = performance.now();
    const known = joins.get(connection);
    const current = known && now - known.since < joinsMs ? known : { since: now, count: 0 };
    joins.set(connection, current);
    current.count += 1;
    return current.count > deps.limits.joinsPerSocket;
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

/** The conversation of an event; `null` if support names none. */
const conversationOf = (connection: Connection, claim: Claim): string | null =>
  claim.isSupport ? (claim.conversationId ?? null) : connection.person.id;
