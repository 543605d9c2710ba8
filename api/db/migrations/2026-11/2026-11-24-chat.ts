import type { Kysely } from 'kysely';

/** The live chat: one conversation of each customer with the team, its messages, and the team's frequent answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('assignee_id', 'text', (c) => c.references('users.id'))
    .addColumn('last_seq', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text')
    .addColumn('customer_seen_seq', 'integer', (c) => c.notNull())
    .addColumn('customer_unread', 'integer', (c) => c.notNull())
    .addColumn('team_seen_seq', 'integer', (c) => c.notNull())
    .addColumn('team_unread', 'integer', (c) => c.notNull())
    .addColumn('waiting_since', 'text')
    .addColumn('inbox_place', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  // The columns of the inbox's filter come first, then those of its order.
  for (const [name, narrowed] of [
    ['conversations_inbox', []],
    ['conversations_status', ['status']],
    ['conversations_assignee', ['assignee_id']],
    ['conversations_assignee_status', ['assignee_id', 'status']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('conversations')
      .columns([...narrowed, 'inbox_place', 'user_id'])
      .execute();
  }
  await db.schema
    .createTable('chat_messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('conversation_id', 'text', (c) => c.notNull().references('conversations.user_id'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('sender_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('is_support', 'integer', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('chat_messages_order', ['conversation_id', 'seq'])
    .addUniqueConstraint('chat_messages_client', ['sender_id', 'client_id'])
    .execute();
  await db.schema
    .createTable('canned_replies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('canned_replies_title').on('canned_replies').columns(['title', 'id']).execute();
}
