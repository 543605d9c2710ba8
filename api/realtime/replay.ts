import type { Deps } from '../deps.ts';
import { placeOf, readLastPlaces, readMessagesAfter } from '../features/chat/chat.service.ts';
import { giveUp, pageLength, type Reader, type Room, sendTo } from './room.ts';

export interface Start {
  /** The message that the reader has seen last; `null`: none, so all follow; `undefined`: no earlier ones follow. */
  lastSeenId: string | null | undefined;
  /** Called before any message is sent: those stored later will follow. */
  onJoined: () => void;
}

/** Sends a new reader its missed messages, then those that waited meanwhile, and lets it be up to date. */
export async function catchUp(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  room: Room,
  reader: Reader,
  { lastSeenId, onJoined }: Start,
): Promise<void> {
  try {
    await room.known;
    if (lastSeenId === undefined) {
      reader.sent = (await readLastPlaces(db, [room.id])).get(room.id) ?? 0;
      if (isGone(reader)) return;
      onJoined();
    } else {
      onJoined();
      if (lastSeenId) reader.sent = await placeOf(db, room.id, lastSeenId);
      await replay(db, room, reader);
    }
    if (isGone(reader)) return;
    const waited = reader.waiting ?? [];
    reader.waiting = null;
    for (const written of waited) sendTo(reader, written);
  } catch (err) {
    log.error({ err }, 'missed messages could not be read');
    giveUp(reader);
  }
}

/** Sends a reader all messages after its place, as fast as it takes them. */
async function replay(db: Deps['db'], room: Room, reader: Reader): Promise<void> {
  for (let whole = true; whole && !isGone(reader); ) {
    const rows = await readMessagesAfter(db, room.id, reader.sent, pageLength);
    if (isGone(reader)) return;
    for (const written of rows) sendTo(reader, written);
    whole = rows.length === pageLength;
    if (whole) await reader.connection.drained();
  }
}

const isGone = ({ connection, left }: Reader): boolean => connection.ended || left;
