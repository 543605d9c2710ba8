import type { Kysely } from 'kysely';

/** Whether customers see the name and the photo of the worker who comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('business')
    .addColumn('workers_shown', 'text', (c) => c.notNull().defaultTo('off'))
    .execute();
}
