import { type Kysely, sql } from 'kysely';

/** Of each person, the photos that no message has taken: counted before another is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('photos_waiting_of')
    .on('photos')
    .column('owner_id')
    .where(sql.ref('message_id'), 'is', null)
    .execute();
}
