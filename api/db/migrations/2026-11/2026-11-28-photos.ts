import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Photos of bookings' messages, and the files that no photo refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('file_id', 'text', (c) => c.notNull().unique())
    .addColumn('message_id', 'text', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('position', 'integer')
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('photos_message')
    .unique()
    .on('photos')
    .columns(['message_id', 'position'])
    .where(sql.ref('message_id'), 'is not', null)
    .execute();
  // Photos without a message are found by their age.
  await db.schema
    .createIndex('photos_waiting')
    .on('photos')
    .column('created_at')
    .where(sql.ref('message_id'), 'is', null)
    .execute();
  // For the deletion of a booking or a person.
  await db.schema.createIndex('photos_booking').on('photos').column('booking_id').execute();
  await db.schema.createIndex('photos_owner').on('photos').column('owner_id').execute();

  await db.schema
    .createTable('loose_photo_files')
    .addColumn('file_id', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('loose_photo_files_since').on('loose_photo_files').column('since').execute();
  await keepLoose(db);
}

/** The trigger notes a deleted photo's files as left over in the same transaction, whatever code deletes it. */
async function keepLoose(db: Kysely<unknown>): Promise<void> {
  const note = sql`insert into loose_photo_files (file_id, since) values (old.file_id, old.created_at)
    on conflict do nothing`;
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function note_loose_photo() returns trigger language plpgsql as $$
      begin
        ${note};
        return null;
      end $$`.execute(db);
    await sql`create trigger photos_gone after delete on photos
      for each row execute function note_loose_photo()`.execute(db);
    return;
  }
  await sql`create trigger photos_gone after delete on photos begin ${note}; end`.execute(db);
}
