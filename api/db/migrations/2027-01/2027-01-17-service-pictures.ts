import { type Kysely, sql } from 'kysely';

/** Pictures of services that the owner uploads. Their files lie beside those of photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_pictures')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file_id', 'text', (c) => c.notNull().unique())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('service_pictures_created')
    .on('service_pictures')
    .column('created_at')
    .execute();
  await db.schema
    .alterTable('services')
    .addColumn('picture', 'text', (c) => c.references('service_pictures.id'))
    .execute();
  await sql`create index services_picture on services (picture) where picture is not null`.execute(db);
}
