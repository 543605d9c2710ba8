import type { Kysely } from 'kysely';

/** Indexes for the lists of people and of acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('users_newest').on('users').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('users_role').on('users').columns(['role', 'created_at', 'id']).execute();
  await db.schema.createIndex('bookings_user_status').on('bookings').columns(['user_id', 'status']).execute();
  await db.schema
    .createIndex('audit_acts_act')
    .on('audit_acts')
    .columns(['act', 'created_at', 'id'])
    .execute();
}
