import { type Kysely, sql } from 'kysely';

/** Refunds in part that the team decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('charge_kind', 'text', (c) => c.notNull())
    .addColumn('charge_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('trouble', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('by_hand', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('decided_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('client_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('refunds_attempt')
    .on('refunds')
    .columns(['decided_by', 'client_id'])
    .unique()
    .execute();
  await db.schema.createIndex('refunds_charge').on('refunds').columns(['charge_id', 'created_at']).execute();
  await db.schema.createIndex('refunds_user').on('refunds').columns(['user_id']).execute();
  await sql`create index refunds_open on refunds (id) where state != 'made'`.execute(db);
}
