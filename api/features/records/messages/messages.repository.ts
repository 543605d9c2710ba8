import type { Selectable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isPostgres } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { MessageTable } from './messages.table.ts';

export type MessageRow = Selectable<MessageTable>;

/** The newest `rows` messages before a place in the thread, newest first. */
export const selectMessagesBefore = prepared((db, p: { bookingId: string; before: number; rows: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('booking_id', '=', p.bookingId)
    .where('seq', '<', p.before)
    .orderBy('seq', 'desc')
    .limit(p.rows),
);

/** The message that its writer's device sent under this id. */
export const selectByClientId = prepared((db, p: { senderId: string; clientId: string }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', p.senderId)
    .where('client_id', '=', p.clientId),
);

type NewMessage = Omit<MessageRow, 'seq'>;

/**
 * Stores a message at the end of its thread; the message and its client id are one row.
 * @returns `undefined` if the writer's device has sent this id before.
 */
export async function appendMessage(db: Db, message: NewMessage): Promise<MessageRow | undefined> {
  // A statement of SQLite holds the one write lock from its first read. PostgreSQL would count the thread as it was
  // before the statement waited for another writer, so the booking is locked first.
  if (!isPostgres(db)) return (await insertAtEnd(db, message))[0];
  const append = async (tx: Db) => {
    await lockThread(tx, message);
    return (await insertAtEnd(tx, message))[0];
  };
  return db.isTransaction ? append(db) : db.transaction().execute(append);
}

const lockThread = prepared((db, p: { booking_id: string }) =>
  db.selectFrom('bookings').select('id').where('id', '=', p.booking_id).forNoKeyUpdate(),
);

const insertAtEnd = prepared((db, p: NewMessage) =>
  db
    .insertInto('messages')
    .values(({ selectFrom, fn, lit }) => ({
      id: p.id,
      booking_id: p.booking_id,
      seq: selectFrom('messages')
        .select(({ eb }) => eb(fn.coalesce(fn.max<number>('seq'), lit(0)), '+', lit(1)).as('next'))
        .where('booking_id', '=', p.booking_id),
      sender_id: p.sender_id,
      sender_type: p.sender_type,
      message: p.message,
      client_id: p.client_id,
      created_at: p.created_at,
    }))
    .onConflict((c) => c.columns(['sender_id', 'client_id']).doNothing())
    .returningAll(),
);
