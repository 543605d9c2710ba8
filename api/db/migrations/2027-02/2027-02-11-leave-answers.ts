import type { Kysely } from 'kysely';

/** The team's own words to a worker who asked for leave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('worker_leave')
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
