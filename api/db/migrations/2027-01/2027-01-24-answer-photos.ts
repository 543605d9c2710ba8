import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Photos that answer the questions of a service, and the pictures and short names of categories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('answer_photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('question_id', 'text', (c) => c.notNull().references('service_questions.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('booking_id', 'text', (c) => c.references('bookings.id').onDelete('cascade'))
    .addColumn('file_id', 'text', (c) => c.notNull().unique())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  // For a person's weight, within which those of today are counted.
  await db.schema
    .createIndex('answer_photos_weight')
    .on('answer_photos')
    .columns(['owner_id', 'created_at', 'bytes'])
    .execute();
  await db.schema.createIndex('answer_photos_question').on('answer_photos').column('question_id').execute();
  await sql`create index answer_photos_booking on answer_photos (booking_id) where booking_id is not null`.execute(
    db,
  );
  // Photos that no booking took are found by their age.
  await sql`create index answer_photos_waiting on answer_photos (created_at) where booking_id is null`.execute(
    db,
  );
  await keepLoose(db);
  await db.schema
    .alterTable('service_categories')
    .addColumn('picture', 'text', (c) => c.references('service_pictures.id'))
    .execute();
  await db.schema
    .alterTable('service_categories')
    .addColumn('short_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await keepTabs(db as Kysely<Categories>);
  await sql`create index service_categories_picture on service_categories (picture) where picture is not null`.execute(
    db,
  );
}

interface Categories {
  service_categories: { id: string; name: string; short_name: string };
}

/** Until now the catalogue's tab had the first word of its category's name. */
async function keepTabs(db: Kysely<Categories>): Promise<void> {
  for (const { id, name } of await db.selectFrom('service_categories').select(['id', 'name']).execute())
    await db
      .updateTable('service_categories')
      .set({ short_name: name.split(' ')[0] ?? '' })
      .where('id', '=', id)
      .execute();
}

/** The trigger notes a deleted photo's files as left over, as that of the table `photos` does. */
async function keepLoose(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`create trigger answer_photos_gone after delete on answer_photos
      for each row execute function note_loose_photo()`.execute(db);
  else
    await sql`create trigger answer_photos_gone after delete on answer_photos begin
      insert into loose_photo_files (file_id, since) values (old.file_id, old.created_at) on conflict do nothing;
      end`.execute(db);
}
