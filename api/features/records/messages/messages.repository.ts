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

/** A thread's last message; of an empty one, none. */
export const selectLastMessage = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('messages')
    .select(['id', 'seq', 'created_at', 'sender_type'])
    .where('booking_id', '=', p.bookingId)
    .orderBy('seq', 'desc')
    .limit(1),
);

/** The customer's present wait in a thread; no row if nobody waits. */
export const selectWait = prepared((db, p: { bookingId: string }) =>
  db
    .selectFrom('thread_answers')
    .select('waiting_since')
    .where('booking_id', '=', p.bookingId)
    .where('waiting_since', 'is not', null),
);

/** Ends the wait in a thread. A first message that needs no answer is no wait that the report counts. */
export const endWait = prepared((db, p: { bookingId: string }) =>
  db.updateTable('thread_answers').set({ waiting_since: null }).where('booking_id', '=', p.bookingId),
);
export const dropUncountedWait = prepared((db, p: { bookingId: string }) =>
  db.deleteFrom('thread_answers').where('booking_id', '=', p.bookingId).where('waited_seconds', 'is', null),
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
