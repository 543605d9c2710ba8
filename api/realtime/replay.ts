import type { Deps } from '../deps.ts';
import { placeOf, readLastPlaces, readMessagesAfter } from '../features/chat/chat.service.ts';
import { giveUp, pageLength, type Reader, type Room, sendTo } from './room.ts';

export interface Start {
  /** The message that the reader has seen last; `null`: none, so all follow; `undefined`: no earlier ones follow. */
  lastSeenId: string | null | undefined;
  /** Called before any message is sent: those stored later will follow. */
  onJoined: () => void;
}

/** Sends a new reader its missed messages, as fast as it takes them, and lets it be up to date. */
export async function catchUp(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  room: Room,
  reader: Reader,
  { lastSeenId, onJoined }: Start,
): Promise<void> {
  const { connection } = reader;
  const isGone = () => connection.ended || reader.left;
  try {
    await room.known;
    if (lastSeenId === undefined) {
      reader.sent = (await readLastPlaces(db, [room.id])).get(room.id) ?? 0;
      if (isGone()) return;
    }
    onJoined();
    if (lastSeenId) reader.sent = await placeOf(db, room.id, lastSeenId);
    let mayMissMore = lastSeenId !== undefined;
    // Messages stored meanwhile are read as well: if they were kept for a slow reader, they would fill the memory.
    while (mayMissMore || reader.sent < room.cursor) {
      const { cursor } = room;
      const rows = await readMessagesAfter(db, room.id, reader.sent, pageLength);
      if (isGone()) return;
      for (const written of rows) sendTo(reader, written);
      mayMissMore = rows.length === pageLength;
      if (mayMissMore) await connection.drained();
      else reader.sent = Math.max(reader.sent, cursor);
      if (isGone()) return;
    }
    reader.isUpToDate = true;
  } catch (err) {
    log.error({ err }, 'missed messages could not be read');
    giveUp(reader);
  }
}
