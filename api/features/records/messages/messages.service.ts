import { randomUUID } from 'node:crypto';
import { threadChanged } from '../../../bus/changed.ts';
import type { Message, Photo } from '../../../contract/schemas/messages.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { badCursor, type Page } from '../../../db/keyset.ts';
import type { Deps } from '../../../deps.ts';
import { refuseGone } from '../account/deletion/deletion-state.service.ts';
import { recordAct } from '../audit/audit.service.ts';
import { writesAsTeam } from '../bookings/bookings.policy.ts';
import { requireBooking, requireWritable } from '../bookings/bookings.service.ts';
import { lockAnyBooking } from '../bookings/locked.service.ts';
import { noteMessage } from '../notices/notices.service.ts';
import { attachPhotos, readPhotosOf } from '../photos/photos.service.ts';
import { presentMessage } from './messages.presenter.ts';
import { appendMessage, selectByClientId, selectMessagesBefore } from './messages.repository.ts';

const pageLength = 200;
const end = 2 ** 31 - 1;

/**
 * A booking's thread, oldest first. The first page holds the newest messages, which a person opens the thread for
 * and which are kept for offline use; `next` leads to those before.
 * @throws Refusal `not_found`, also for another person's booking; `invalid_input` for an unknown cursor
 */
export async function listMessages(
  db: Db,
  person: Person,
  bookingId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Message>> {
  await requireBooking(db, person, bookingId);
  const limit = page.limit ?? pageLength;
  const rows = await selectMessagesBefore(db, {
    bookingId,
    before: readPlace(page.cursor),
    rows: limit + 1,
  });
  const given = rows.slice(0, limit).reverse();
  const next = rows.length > limit ? String(given[0]?.seq) : null;
  const photos = await readPhotosOf(
    db,
    given.map((row) => row.id),
  );
  return { rows: given.map((row) => presentMessage(row, photos.get(row.id) ?? [], person.id)), next };
}

function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return end;
  if (!/^\d{1,9}$/.test(cursor)) throw badCursor();
  return Number(cursor);
}

/**
 * Writes a message in a booking's thread: an administrator as the team in any thread, a member in their own. The
 * server decides the sender, the time and the place.
 * Photos uploaded for the booking become the message's in the same transaction, or nothing is stored. The team's
 * messages are logged, and sent to the member by mail and push as they chose.
 * @param key the id under which the writer's device queued it: a repeat returns the first message
 * @param act the act's name in the log
 * @throws Refusal `not_found`, also for another person's booking; `key_reused`; `photo_missing`; `conflict` (a photo
 * is in another message; the customer's account is being deleted)
 */
export async function sendMessage(
  deps: Pick<Deps, 'db' | 'clock' | 'changes'>,
  person: Person,
  {
    bookingId,
    message,
    photoIds = [],
  }: { bookingId: string; message: string; photoIds?: readonly string[] | undefined },
  key: string | null,
  act: 'booking_message_sent' | 'customer_contacted' = 'booking_message_sent',
): Promise<Message> {
  const { db, clock, changes } = deps;
  const { userId } = await requireWritable(db, person, bookingId);
  const isTeam = writesAsTeam(person, { userId });
  const now = clock.now().toISOString();
  const append = (within: Db) =>
    appendMessage(within, {
      id: randomUUID(),
      booking_id: bookingId,
      sender_id: person.id,
      sender_type: isTeam ? 'admin' : 'customer',
      message,
      client_id: key,
      created_at: now,
    });
  const added =
    isTeam || photoIds.length > 0
      ? await db.transaction().execute(async (tx) => {
          // Every change of a booking locks the booking first, then its customer's deletion.
          await lockAnyBooking(tx, bookingId);
          await refuseGone(tx, userId);
          const message = await append(tx);
          if (!message) return undefined;
          await attachPhotos(tx, { messageId: message.id, bookingId, ownerId: person.id, ids: photoIds });
          if (!isTeam) return message;
          if (person.id !== userId) await noteMessage(tx, { messageId: message.id, bookingId, userId, now });
          const subject = { kind: 'booking', id: bookingId } as const;
          await recordAct(tx, { actorId: person.id, act, subject, userId, now });
          return message;
        })
      : await append(db);
  if (added) threadChanged(changes, { id: bookingId, userId });
  const stored =
    added ?? (key ? (await selectByClientId(db, { senderId: person.id, clientId: key }))[0] : undefined);
  if (!stored) throw new Error('The message with this client id could not be read');
  // A new message without photos has none, so no query is needed.
  const photos = added && photoIds.length === 0 ? [] : await photosOf(db, stored.id);
  const same =
    stored.booking_id === bookingId &&
    stored.message === message &&
    photoIds.join() === photos.map((photo) => photo.id).join();
  if (!same) throw new Refusal('key_reused', 'This Idempotency-Key was used for another message');
  return presentMessage(stored, photos, person.id);
}

const photosOf = async (db: Db, messageId: string): Promise<Photo[]> =>
  (await readPhotosOf(db, [messageId])).get(messageId) ?? [];

/** Writes in a booking's thread as the team, in the transaction of a change whose own letter tells the customer. */
export async function writeAsTeam(
  db: Tx,
  {
    bookingId,
    senderId,
    message,
    now,
  }: { bookingId: string; senderId: string; message: string; now: string },
): Promise<void> {
  await appendMessage(db, {
    id: randomUUID(),
    booking_id: bookingId,
    sender_id: senderId,
    sender_type: 'admin',
    message,
    client_id: null,
    created_at: now,
  });
}
