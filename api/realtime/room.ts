import { closeCodes } from '../contract/schemas/events.ts';
import { letOthersGo } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import { readLastPlaces, readMessagesAfter, type Written } from '../features/records/chat/chat.service.ts';
import type { Connection } from './connection.ts';

/** Messages read at once; even the longest ones are less than may wait for a reader. */
export const pageLength = 50;

/** A socket in a room. */
export interface Reader {
  readonly connection: Connection;
  /** The place up to which the reader has been sent everything. */
  sent: number;
  /** Whether it was sent all earlier messages; only then is it sent new ones as they come. */
  isUpToDate: boolean;
  /** Set when the reader has left, for reads still under way. */
  left: boolean;
}

/** The sockets of this process in one conversation. */
export interface Room {
  readonly id: string;
  readonly readers: Map<Connection, Reader>;
  /** The place up to which the room has been sent everything. Readers get earlier messages once it is known. */
  cursor: number;
  known: Promise<void>;
  /** Messages stored by this process, by place, which need not be read. */
  readonly stored: Map<number, Written>;
  /** The last place that was announced. */
  heard: number;
  /** Whether messages are being read up to that place. */
  reading: boolean;
  /** Whether reading has failed: the readers' sockets are being closed, and the next reader needs a new room. */
  failed: boolean;
}

/** A room without readers, whose last place is being read. */
export function openRoom({ db }: Pick<Deps, 'db'>, id: string): Room {
  const room: Room = {
    id,
    readers: new Map(),
    cursor: 0,
    known: Promise.resolve(),
    stored: new Map(),
    heard: 0,
    reading: false,
    failed: false,
  };
  room.known = readLastPlaces(db, [id]).then((places) => {
    room.cursor = places.get(id) ?? 0;
  });
  return room;
}

/** Sends a room the messages that it has not been sent yet, up to the last place that was announced. */
export async function readOn({ db, log }: Pick<Deps, 'db' | 'log'>, room: Room): Promise<void> {
  if (room.reading) return;
  room.reading = true;
  try {
    await room.known;
    while (room.cursor < room.heard) {
      const storedRow = room.stored.get(room.cursor + 1);
      const rows = storedRow ? [storedRow] : await readMessagesAfter(db, room.id, room.cursor, pageLength);
      const last = rows.at(-1);
      if (!last) throw new Error('An announced message is not in the database');
      for (const written of rows) sendToAll(room, written);
      room.cursor = last.message.seq;
      if (!storedRow) await letOthersGo();
    }
    for (const seq of room.stored.keys()) if (seq <= room.cursor) room.stored.delete(seq);
  } catch (err) {
    log.error({ err }, 'a conversation could not be read');
    room.failed = true;
    // The clients reconnect and name the last message that they have seen.
    for (const reader of room.readers.values()) giveUp(reader);
  } finally {
    room.reading = false;
  }
}

/** Sends a message to every reader that is up to date. */
function sendToAll(room: Room, written: Written): void {
  let forOthers: string | null = null;
  for (const reader of room.readers.values()) {
    const { connection } = reader;
    if (!reader.isUpToDate || written.message.seq <= reader.sent) continue;
    reader.sent = written.message.seq;
    if (connection.person.id === written.writerId) connection.sendText(toWriter(written));
    else {
      forOthers ??= toOthers(written);
      connection.sendText(forOthers);
    }
  }
}

/** Sends a message to one reader, unless it was sent it before. */
export function sendTo(reader: Reader, written: Written): void {
  if (written.message.seq <= reader.sent) return;
  const { connection } = reader;
  reader.sent = written.message.seq;
  connection.sendText(connection.person.id === written.writerId ? toWriter(written) : toOthers(written));
}

const toWriter = ({ message }: Written): string => JSON.stringify({ type: 'message', data: message });
const toOthers = ({ message }: Written): string =>
  JSON.stringify({ type: 'message', data: { ...message, clientId: null } });

export const giveUp = ({ connection }: Reader): void =>
  connection.end(closeCodes.goingAway, 'Something went wrong');
