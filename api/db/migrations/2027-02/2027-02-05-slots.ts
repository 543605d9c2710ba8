import type { Kysely } from 'kysely';

/** Whether customers choose among times that exist, and what a service needs of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('business')
    .addColumn('slots', 'text', (c) => c.notNull().defaultTo('off'))
    .execute();
  await db.schema
    .createTable('service_slots')
    .addColumn('service_id', 'text', (c) => c.primaryKey().references('services.id'))
    .addColumn('offered', 'integer', (c) => c.notNull())
    .addColumn('window_minutes', 'integer', (c) => c.notNull())
    .addColumn('buffer_minutes', 'integer', (c) => c.notNull())
    .addColumn('workers', 'integer', (c) => c.notNull())
    .execute();
}
