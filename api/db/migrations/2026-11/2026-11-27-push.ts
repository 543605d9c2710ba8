import { type Kysely, sql } from 'kysely';

/** Notices as push messages: the installation's keys, the subscribed browsers, and the deliveries to each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_keys')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('endpoint_hash', 'text', (c) => c.notNull().unique())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('server_key', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    // The end of the session, however it comes, deletes the subscription.
    .addColumn('session', 'text', (c) => c.notNull().references('sessions.id_hash').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('push_subscriptions_user')
    .on('push_subscriptions')
    .columns(['user_id', 'created_at'])
    .execute();

  await db.schema
    .createIndex('push_subscriptions_session')
    .on('push_subscriptions')
    .column('session')
    .execute();

  await db.schema
    .createTable('push_deliveries')
    .addColumn('notice_id', 'text', (c) => c.notNull().references('notices.id').onDelete('cascade'))
    // No foreign key: the notice must be kept when the browser's subscription is deleted meanwhile.
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .addPrimaryKeyConstraint('push_deliveries_pk', ['notice_id', 'subscription_id'])
    .execute();
  await db.schema
    .createIndex('push_deliveries_due')
    .on('push_deliveries')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
  // Finds the other deliveries that wait for a browser.
  await db.schema
    .createIndex('push_deliveries_waiting')
    .on('push_deliveries')
    .columns(['subscription_id', 'due_at'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute();

  // Finds a member's other notices about the same thing.
  await db.schema
    .createIndex('notices_member')
    .on('notices')
    .columns(['user_id', 'kind', 'created_at'])
    .execute();
  await db.schema
    .createIndex('notices_booking')
    .on('notices')
    .columns(['booking_id', 'kind', 'created_at'])
    .where(sql.ref('booking_id'), 'is not', null)
    .execute();
  // Settled notices are found by their age.
  await db.schema.dropIndex('notices_due').execute();
  await db.schema.createIndex('notices_due').on('notices').columns(['due_at', 'created_at']).execute();

  for (const choice of ['service_reminders_push', 'booking_updates_push', 'team_messages_push'])
    await db.schema
      .alterTable('preferences')
      .addColumn(choice, 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
}
