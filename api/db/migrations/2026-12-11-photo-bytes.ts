import { type Kysely, sql } from 'kysely';

/** What each photo weighs, so that it is known how much a person has kept; of those from before about as much. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('photos')
    .addColumn('bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update photos set bytes = width * height / 6`.execute(db);
  // All of a person's, and those of a day, are summed from the index alone.
  await db.schema
    .createIndex('photos_weight')
    .on('photos')
    .columns(['owner_id', 'created_at', 'bytes'])
    .execute();
  await db.schema.dropIndex('photos_owner').execute();
}
