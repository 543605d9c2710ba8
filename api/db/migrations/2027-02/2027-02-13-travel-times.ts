import type { Kysely } from 'kysely';

/** Times by road between postcodes, as the operator's routing server gave them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('travel_times')
    .addColumn('from_postcode', 'text', (c) => c.notNull())
    .addColumn('to_postcode', 'text', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('read_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('travel_times_pk', ['from_postcode', 'to_postcode'])
    .execute();
  await db.schema.createIndex('travel_times_read').on('travel_times').column('read_at').execute();
}
