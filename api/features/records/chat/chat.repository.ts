import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { lockedForChange } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { ChatMessageTable, ConversationTable } from './chat.table.ts';

export type ConversationRow = Selectable<ConversationTable>;
export type ChatMessageRow = Awaited<ReturnType<typeof selectMessagesBefore>>[number];

/** A message with its writer's name. */
const described = (db: Db) =>
  db
    .selectFrom('chat_messages as m')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .selectAll('m')
    .select(['u.first_name', 'u.last_name']);

/** The newest `rows` messages before a place, newest first. */
export const selectMessagesBefore = prepared(
  (db, p: { conversationId: string; before: number; rows: number }) =>
    described(db)
      .where('m.conversation_id', '=', p.conversationId)
      .where('m.seq', '<', p.before)
      .orderBy('m.seq', 'desc')
      .limit(p.rows),
);

/** The first `rows` messages after a place, oldest first. */
export const selectMessagesAfter = prepared(
  (db, p: { conversationId: string; after: number; rows: number }) =>
    described(db)
      .where('m.conversation_id', '=', p.conversationId)
      .where('m.seq', '>', p.after)
      .orderBy('m.seq')
      .limit(p.rows),
);

/** The message that its writer's device sent under this id. */
export const selectByClientId = prepared((db, p: { senderId: string; clientId: string }) =>
  described(db).where('m.sender_id', '=', p.senderId).where('m.client_id', '=', p.clientId),
);

export const selectPlaceOf = prepared((db, p: { conversationId: string; messageId: string }) =>
  db
    .selectFrom('chat_messages')
    .select('seq')
    .where('id', '=', p.messageId)
    .where('conversation_id', '=', p.conversationId),
);

export const selectConversation = prepared((db, p: { userId: string }) =>
  db.selectFrom('conversations').selectAll().where('user_id', '=', p.userId),
);

/** The last places of the conversations that have messages. */
export async function selectLastPlaces(
  db: Db,
  conversationIds: readonly string[],
): Promise<{ user_id: string; last_seq: number }[]> {
  if (conversationIds.length === 0) return [];
  return db
    .selectFrom('conversations')
    .select(['user_id', 'last_seq'])
    .where('user_id', 'in', conversationIds)
    .execute();
}

/** Locked until the transaction ends: nobody else writes in the conversation or changes it. */
export const lockConversation = prepared((db, p: { userId: string }) =>
  lockedForChange(db, db.selectFrom('conversations').selectAll().where('user_id', '=', p.userId)),
);

/** Does nothing if another transaction has begun it. */
export async function beginConversation(db: Tx, row: ConversationRow): Promise<void> {
  await db
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns the message with its writer's name; nothing if the device has sent this id before. */
export const insertMessage = prepared((db, p: Selectable<ChatMessageTable>) =>
  db
    .insertInto('chat_messages')
    .values({
      id: p.id,
      conversation_id: p.conversation_id,
      seq: p.seq,
      sender_id: p.sender_id,
      is_support: p.is_support,
      content: p.content,
      client_id: p.client_id,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.columns(['sender_id', 'client_id']).doNothing())
    .returningAll()
    .returning((e) => {
      const writer = e.selectFrom('users').whereRef('users.id', '=', 'chat_messages.sender_id');
      return [
        writer.select('first_name').$asScalar().$notNull().as('first_name'),
        writer.select('last_name').$asScalar().$notNull().as('last_name'),
      ];
    }),
);

/** The conversation's state after a message; compiled once, because it runs with each message. */
export const advanceConversation = prepared(
  (
    db,
    p: Pick<
      ConversationRow,
      | 'user_id'
      | 'status'
      | 'last_seq'
      | 'last_at'
      | 'customer_unread'
      | 'team_unread'
      | 'waiting_since'
      | 'inbox_place'
      | 'updated_at'
    >,
  ) =>
    db
      .updateTable('conversations')
      .set({
        status: p.status,
        last_seq: p.last_seq,
        last_at: p.last_at,
        customer_unread: p.customer_unread,
        team_unread: p.team_unread,
        waiting_since: p.waiting_since,
        inbox_place: p.inbox_place,
        updated_at: p.updated_at,
      })
      .where('user_id', '=', p.user_id),
);

export async function updateConversation(
  db: Tx,
  userId: string,
  change: Updateable<ConversationTable>,
): Promise<void> {
  await db.updateTable('conversations').set(change).where('user_id', '=', userId).execute();
}

export async function clearAssignee(db: Tx, assigneeId: string, now: string): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ assignee_id: null, updated_at: now })
    .where('assignee_id', '=', assigneeId)
    .execute();
}

/** The number of one side's messages after a place. */
export const countAfter = prepared((db, p: { conversationId: string; after: number; isSupport: number }) =>
  db
    .selectFrom('chat_messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', p.conversationId)
    .where('seq', '>', p.after)
    .where('is_support', '=', p.isSupport),
);

/** The time of the customer's first message since the team's last one. */
export const selectUnanswered = prepared((db, p: { conversationId: string }) =>
  db
    .selectFrom('chat_messages as m')
    .select('m.created_at')
    .where('m.conversation_id', '=', p.conversationId)
    .where('m.is_support', '=', 0)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('chat_messages as later')
            .select('later.id')
            .whereRef('later.conversation_id', '=', 'm.conversation_id')
            .whereRef('later.seq', '>', 'm.seq')
            .where('later.is_support', '=', 1),
        ),
      ),
    )
    .orderBy('m.seq')
    .limit(1),
);

/** The newest answer by another of the team after a place, with its writer's name. */
export const selectOthersAnswer = prepared(
  (db, p: { conversationId: string; after: number; personId: string }) =>
    described(db)
      .where('m.conversation_id', '=', p.conversationId)
      .where('m.seq', '>', p.after)
      .where('m.is_support', '=', 1)
      .where('m.sender_id', '!=', p.personId)
      .orderBy('m.seq', 'desc')
      .limit(1),
);

/** Whether anybody else has written after a place. */
export const selectOthersAfter = prepared(
  (db, p: { conversationId: string; after: number; personId: string }) =>
    db
      .selectFrom('chat_messages')
      .select('id')
      .where('conversation_id', '=', p.conversationId)
      .where('seq', '>', p.after)
      .where('sender_id', '!=', p.personId)
      .limit(1),
);

/** Claims the waits that began within these bounds and of which the team has not been told. */
export async function claimWaits(
  db: Tx,
  { before, after, rows }: { before: string; after: string; rows: number },
): Promise<{ user_id: string; waiting_since: string }[]> {
  return (
    db
      .updateTable('conversations')
      .set((e) => ({ wait_noted: e.ref('waiting_since') }))
      .where('user_id', 'in', (q) =>
        q
          .selectFrom('conversations as c')
          .select('c.user_id')
          .where('c.waiting_since', '<=', before)
          .where('c.waiting_since', '>', after)
          .where((e) => e(e.ref('c.wait_noted'), 'is distinct from', e.ref('c.waiting_since')))
          .orderBy('c.waiting_since')
          .limit(rows),
      )
      // An answer may have come since the rows were chosen.
      .where('waiting_since', 'is not', null)
      .where((e) => e(e.ref('wait_noted'), 'is distinct from', e.ref('waiting_since')))
      .returning(['user_id', 'waiting_since'])
      .$narrowType<{ waiting_since: string }>()
      .execute()
  );
}
