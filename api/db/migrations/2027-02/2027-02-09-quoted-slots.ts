import type { Kysely } from 'kysely';

/** Whether a quote proposes a free time, which is looked for when it is accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('quotes')
    .addColumn('is_slot', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
