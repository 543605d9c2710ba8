import { type Kysely, sql } from 'kysely';

/** The size of each photo, so that a person's total is known. Existing photos get an estimate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('photos')
    .addColumn('bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update photos set bytes = width * height / 6`.execute(db);
  // A person's total, and that of a day, are summed from the index alone.
  await db.schema
    .createIndex('photos_weight')
    .on('photos')
    .columns(['owner_id', 'created_at', 'bytes'])
    .execute();
  await db.schema.dropIndex('photos_owner').execute();
}
