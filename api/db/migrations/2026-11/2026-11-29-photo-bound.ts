import { type Kysely, sql } from 'kysely';

/** A person's photos without a message, which are counted before another is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('photos_waiting_of')
    .on('photos')
    .column('owner_id')
    .where(sql.ref('message_id'), 'is', null)
    .execute();
}
