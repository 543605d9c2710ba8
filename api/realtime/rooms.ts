import { closeCodes } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { placeOf, readLastPlaces, readMessagesAfter, type Written } from '../features/chat/chat.service.ts';
import type { Connection } from './connection.ts';

/** Messages read at once; even the longest ones are less than may wait for a reader. */
const pageLength = 50;
const placesAtOnce = 500;

interface Member {
  /** The place up to which the member has been sent everything. */
  sent: number;
  /** Messages that arrive while the member is being sent earlier ones; `null` once it is up to date. */
  waiting: Written[] | null;
  /** Set when the member has left, for reads still under way. */
  left: boolean;
}

/** The sockets of this process in one conversation. */
interface Room {
  id: string;
  members: Map<Connection, Member>;
  /** The place up to which the room has been sent everything. Members read earlier messages once it is known. */
  cursor: number;
  known: Promise<void>;
  /** Messages stored by this process, by place, which need not be read. */
  stored: Map<number, Written>;
  /** The last place that was announced. */
  heard: number;
  /** Whether messages are being read up to that place. */
  reading: boolean;
}

export interface Rooms {
  /**
   * Puts a socket into a conversation. New messages follow, after those behind the message that it has seen last
   * (`null`: none, so all of them; `undefined`: no earlier ones). `onJoined` comes before all of these: any message
   * stored after it will follow.
   */
  join(
    connection: Connection,
    conversationId: string,
    as: { lastSeenId: string | null | undefined; onJoined: () => void },
  ): void;
  leave(connection: Connection, conversationId: string): void;
  /** Keeps a message that is about to be announced. */
  stored(written: Written): void;
  /** Announces that a conversation has messages up to this place: they are read once, for all its members. */
  heard(conversationId: string, seq: number): void;
  /** Checks every conversation, because an announcement may have been lost. */
  readAgain(): Promise<void>;
  /** The sockets in a conversation. */
  members(conversationId: string): Connection[];
  /** The conversations with at least one socket. */
  ids(): string[];
}

/**
 * The members of conversations. Every member is sent every message after its starting point, in the order of places,
 * each once. A room sends messages in the order in which its process has read them. A new member is registered
 * before its missed messages are read, so later messages wait behind them.
 */
export function createRooms(deps: Pick<Deps, 'db' | 'log'>): Rooms {
  const { db } = deps;
  const rooms = new Map<string, Room>();

  function enter(id: string): Room {
    const known = rooms.get(id);
    if (known) return known;
    const room = openRoom(deps, id);
    rooms.set(id, room);
    void readOn(deps, room);
    return room;
  }

  return {
    join(connection, conversationId, as) {
      const room = enter(conversationId);
      const before = room.members.get(connection);
      if (before) before.left = true;
      const member: Member = { sent: 0, waiting: [], left: false };
      room.members.set(connection, member);
      void catchUp(deps, room, connection, member, as);
    },
    leave(connection, conversationId) {
      const room = rooms.get(conversationId);
      const member = room?.members.get(connection);
      if (!room || !member) return;
      member.left = true;
      room.members.delete(connection);
      if (room.members.size === 0) rooms.delete(conversationId);
    },
    stored(written) {
      const { conversationId, seq } = written.message;
      rooms.get(conversationId)?.stored.set(seq, written);
    },
    heard(conversationId, seq) {
      const room = rooms.get(conversationId);
      if (!room || seq <= room.heard) return;
      room.heard = seq;
      void readOn(deps, room);
    },
    async readAgain() {
      const ids = [...rooms.keys()];
      for (let from = 0; from < ids.length; from += placesAtOnce) {
        const places = await readLastPlaces(db, ids.slice(from, from + placesAtOnce));
        for (const [id, seq] of places) this.heard(id, seq);
      }
    },
    members: (conversationId) => [...(rooms.get(conversationId)?.members.keys() ?? [])],
    ids: () => [...rooms.keys()],
  };
}

/** A room without members, whose last place is still being read. */
function openRoom({ db }: Pick<Deps, 'db'>, id: string): Room {
  const room: Room = {
    id,
    members: new Map(),
    cursor: 0,
    known: Promise.resolve(),
    stored: new Map(),
    heard: 0,
    reading: false,
  };
  room.known = readLastPlaces(db, [id]).then((places) => {
    room.cursor = places.get(id) ?? 0;
  });
  return room;
}

/** Sends a room the messages that it has not been sent yet. */
async function readOn({ db, log }: Pick<Deps, 'db' | 'log'>, room: Room): Promise<void> {
  if (room.reading) return;
  room.reading = true;
  try {
    await room.known;
    while (room.cursor < room.heard) {
      const own = room.stored.get(room.cursor + 1);
      const rows = own ? [own] : await readMessagesAfter(db, room.id, room.cursor, pageLength);
      const last = rows.at(-1);
      if (!last) throw new Error('A message that was heard of is not there');
      for (const written of rows) tellRoom(room, written);
      room.cursor = last.message.seq;
    }
    for (const seq of room.stored.keys()) if (seq <= room.cursor) room.stored.delete(seq);
  } catch (err) {
    log.error({ err }, 'a conversation could not be read');
    // The clients reconnect and name the last message that they have seen.
    for (const connection of room.members.keys()) giveUp(connection);
  } finally {
    room.reading = false;
  }
}

function tellRoom(room: Room, written: Written): void {
  let forOthers: string | null = null;
  for (const [connection, member] of room.members) {
    if (member.waiting) member.waiting.push(written);
    else if (written.message.seq <= member.sent) continue;
    else {
      member.sent = written.message.seq;
      if (connection.person.id === written.writerId) connection.sendText(toWriter(written));
      else {
        forOthers ??= toOthers(written);
        connection.sendText(forOthers);
      }
    }
  }
}

/** Sends a member its missed messages, then those written meanwhile. */
async function catchUp(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  room: Room,
  connection: Connection,
  member: Member,
  { lastSeenId, onJoined }: Parameters<Rooms['join']>[2],
): Promise<void> {
  const gone = () => connection.ended || member.left;
  try {
    await room.known;
    if (lastSeenId === undefined) {
      member.sent = (await readLastPlaces(db, [room.id])).get(room.id) ?? 0;
      if (gone()) return;
      onJoined();
    } else {
      onJoined();
      if (lastSeenId) member.sent = await placeOf(db, room.id, lastSeenId);
      for (let whole = true; whole && !gone(); ) {
        const rows = await readMessagesAfter(db, room.id, member.sent, pageLength);
        if (gone()) return;
        for (const written of rows) sendTo(connection, member, written);
        whole = rows.length === pageLength;
        if (whole) await connection.drained();
      }
    }
    if (gone()) return;
    const waited = member.waiting ?? [];
    member.waiting = null;
    for (const written of waited) sendTo(connection, member, written);
  } catch (err) {
    log.error({ err }, 'missed messages could not be read');
    giveUp(connection);
  }
}

function sendTo(connection: Connection, member: Member, written: Written): void {
  if (written.message.seq <= member.sent) return;
  member.sent = written.message.seq;
  connection.sendText(connection.person.id === written.writerId ? toWriter(written) : toOthers(written));
}

const toWriter = ({ message }: Written): string => JSON.stringify({ type: 'message', data: message });
const toOthers = ({ message }: Written): string =>
  JSON.stringify({ type: 'message', data: { ...message, clientId: null } });

const giveUp = (connection: Connection): void => connection.end(closeCodes.goingAway, 'Something went wrong');
