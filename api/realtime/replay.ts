import { closeCodes } from '../contract/schemas/events.ts';
import { Refusal } from '../core/refusal.ts';
import { letOthersGo } from '../core/turn.ts';
import type { Deps } from '../deps.ts';
import { placeOf, readLastPlaces, readMessagesAfter } from '../features/records/chat/chat.service.ts';
import { giveUp, pageLength, type Reader, type Room, sendTo } from './room.ts';

/** The most missed messages that a new reader is sent; a client reads older ones by the API. */
export const mostReplayed = 500;

export interface Start {
  /** The message that the reader has seen last; `null`: none, so all may follow; `undefined`: no earlier ones follow. */
  lastSeenId: string | null | undefined;
  /** Called before any message is sent: those stored later will follow. */
  onJoined: () => void;
}

export type Parts = Pick<Deps, 'db' | 'log' | 'limits'> & {
  /** Carries out one page's read of a person after the other. */
  inTurn: <T>(personId: string, work: () => Promise<T>) => Promise<T>;
};

/**
 * Sends a new reader the newest of its missed messages, as fast as it takes them, and lets it be up to date. Each page
 * beyond the first costs its person as much as a join.
 */
export async function catchUp(
  { db, log, limits, inTurn }: Parts,
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
    reader.sent = Math.max(reader.sent, room.cursor - mostReplayed);
    let isFirst = true;
    let mayMissMore = lastSeenId !== undefined;
    // Messages stored meanwhile are read as well: if they were kept for a slow reader, they would fill the memory.
    while (mayMissMore || reader.sent < room.cursor) {
      const { cursor } = room;
      if (!isFirst) await limits.join(connection.person.id);
      isFirst = false;
      const rows = await inTurn(connection.person.id, async () => {
        // SQLite answers within one turn of the event loop.
        await letOthersGo();
        return isGone() ? [] : readMessagesAfter(db, room.id, reader.sent, pageLength);
      });
      if (isGone()) return;
      for (const written of rows) sendTo(reader, written);
      mayMissMore = rows.length === pageLength;
      if (mayMissMore) await connection.drained();
      else reader.sent = Math.max(reader.sent, cursor);
      if (isGone()) return;
    }
    reader.isUpToDate = true;
  } catch (err) {
    if (err instanceof Refusal) return connection.end(closeCodes.tooFast, 'Too many missed messages');
    log.error({ err }, 'missed messages could not be read');
    giveUp(reader);
  }
}
