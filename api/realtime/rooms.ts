import { letOthersGo, turnsByPerson } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import { readLastPlaces, type Written } from '../features/records/chat/chat.service.ts';
import type { Connection } from './connection.ts';
import { catchUp, type Start } from './replay.ts';
import { openRoom, type Reader, type Room, readOn } from './room.ts';

const placesAtOnce = 500;

export interface Rooms {
  /**
   * Puts a socket into a conversation. New messages follow, after those behind the message that it has seen last.
   */
  join(connection: Connection, conversationId: string, start: Start): void;
  leave(connection: Connection, conversationId: string): void;
  /** Keeps a message that is about to be announced. */
  stored(written: Written): void;
  /** Announces that a conversation has messages up to this place: they are read once, for all its readers. */
  heard(conversationId: string, seq: number): void;
  /** Checks every conversation, because an announcement may have been lost. */
  readAgain(): Promise<void>;
  /** The sockets in a conversation. */
  members(conversationId: string): Connection[];
  /** The conversations with at least one socket. */
  ids(): string[];
}

/**
 * The conversations of this process with at least one reader. Every reader is sent every message after its starting
 * point, in the order of places, each once. A room sends messages in the order in which its process has read them. A
 * new reader is sent what it has missed first, with all that comes meanwhile.
 */
export function createRooms(deps: Pick<Deps, 'db' | 'log' | 'limits'>): Rooms {
  const inTurn = turnsByPerson(1);
  const rooms = new Map<string, Room>();

  function enter(id: string): Room {
    const known = rooms.get(id);
    if (known && !known.failed) return known;
    const room = openRoom(deps, id);
    rooms.set(id, room);
    void readOn(deps, room);
    return room;
  }

  return {
    join(connection, conversationId, start) {
      const room = enter(conversationId);
      const before = room.readers.get(connection);
      if (before) before.left = true;
      const reader: Reader = { connection, sent: 0, isUpToDate: false, left: false };
      room.readers.set(connection, reader);
      void catchUp({ ...deps, inTurn }, room, reader, start);
    },
    leave(connection, conversationId) {
      const room = rooms.get(conversationId);
      const reader = room?.readers.get(connection);
      if (!room || !reader) return;
      reader.left = true;
      room.readers.delete(connection);
      if (room.readers.size === 0) rooms.delete(conversationId);
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
        const places = await readLastPlaces(deps.db, ids.slice(from, from + placesAtOnce));
        for (const [id, seq] of places) this.heard(id, seq);
        await letOthersGo();
      }
    },
    members: (conversationId) => [...(rooms.get(conversationId)?.readers.keys() ?? [])],
    ids: () => [...rooms.keys()],
  };
}
