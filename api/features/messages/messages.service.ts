import { randomUUID } from 'node:crypto';
import type { Message } from '../../contract/entities.ts';
import type { Db } from '../../db/database.ts';
import { badCursor, type Page } from '../../db/keyset.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { Person } from '../../http/handlers.ts';
import { requireBooking } from '../bookings/bookings.service.ts';
import { noteMessage } from '../notices/notices.service.ts';
import { presentMessage } from './messages.presenter.ts';
import { appendMessage, selectByClientId, selectMessagesBefore } from './messages.repository.ts';

const pageLength = 200;
const end = 2 ** 31 - 1;

/**
 * A booking's thread, the oldest first. The first page holds the newest messages, since they are what a person
 * opens the thread for and what is kept for offline; `next` leads to those before them, down to the first.
 * @throws Refusal `not_found`, also for another person's booking; `invalid_input` for a strange cursor
 */
export async function listMessages(
  db: Db,
  person: Person,
  bookingId: string,
  asked: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Message>> {
  await requireBooking(db, person, bookingId);
  const limit = asked.limit ?? pageLength;
  const rows = await selectMessagesBefore(db, {
    bookingId,
    before: readPlace(asked.cursor),
    rows: limit + 1,
  });
  const given = rows.slice(0, limit).reverse();
  const next = rows.length > limit ? String(given[0]?.seq) : null;
  return { rows: given.map((row) => presentMessage(row, person.id)), next };
}

function readPlace(cursor: string | undefined): number {
  if (cursor === undefined) return end;
  if (!/^\d{1,9}$/.test(cursor)) throw badCursor();
  return Number(cursor);
}

/**
 * Writes in a booking's thread: an administrator as the team in anybody's, a member in their own. The sender, the
 * time and the place in the thread are the server's to say.
 * @param key the id under which the writer's device queued it: a repeat answers the message of the first time
 * @throws Refusal `not_found`, also for another person's booking; `key_reused`
 */
export async function sendMessage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  { bookingId, message }: { bookingId: string; message: string },
  key: string | null,
): Promise<Message> {
  const { userId } = await requireBooking(db, person, bookingId);
  const now = clock.now().toISOString();
  const append = (within: Db) =>
    appendMessage(within, {
      id: randomUUID(),
      booking_id: bookingId,
      sender_id: person.id,
      sender_type: person.role,
      message,
      client_id: key,
      created_at: now,
    });
  const isTeams = person.role === 'admin' && person.id !== userId;
  const added = isTeams
    ? await db.transaction().execute(async (tx) => {
        const message = await append(tx);
        if (message) await noteMessage(tx, { messageId: message.id, bookingId, userId, now });
        return message;
      })
    : await append(db);
  const stored =
    added ?? (key ? (await selectByClientId(db, { senderId: person.id, clientId: key }))[0] : undefined);
  if (!stored) throw new Error('A message was refused by no message that can be found');
  if (stored.booking_id !== bookingId || stored.message !== message)
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another message');
  return presentMessage(stored, person.id);
}
