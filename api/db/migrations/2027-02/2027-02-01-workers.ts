import { type Kysely, sql } from 'kysely';

/** The people who do the work: skills, areas, weekly hours, exceptions, leave and licences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('colour', 'text', (c) => c.notNull())
    .addColumn('postcode', 'text', (c) => c.notNull())
    .addColumn('picture', 'text', (c) => c.references('service_pictures.id'))
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('pace', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.unique().references('users.id'))
    .addColumn('invitation_id', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await sql`create index workers_picture on workers (picture) where picture is not null`.execute(db);
  await sql`create index workers_invitation on workers (invitation_id) where invitation_id is not null`.execute(
    db,
  );
  await licencesAndSkills(db);
  await times(db);
}

async function licencesAndSkills(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker_licences')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('expires_on', 'text')
    .execute();
  await db.schema.createIndex('worker_licences_worker').on('worker_licences').column('worker_id').execute();
  await db.schema
    .createTable('worker_skills')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('category_id', 'text', (c) => c.references('service_categories.id'))
    .addColumn('service_id', 'text', (c) => c.references('services.id'))
    .addColumn('pace', 'integer')
    .addColumn('licence_id', 'text', (c) => c.references('worker_licences.id'))
    .addCheckConstraint('worker_skills_of_one', sql`(category_id is null) <> (service_id is null)`)
    .addUniqueConstraint('worker_skills_category', ['worker_id', 'category_id'])
    .addUniqueConstraint('worker_skills_service', ['worker_id', 'service_id'])
    .execute();
  for (const column of ['category_id', 'service_id', 'licence_id'])
    await sql`create index ${sql.ref(`worker_skills_by_${column}`)} on worker_skills (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db);
  await db.schema
    .createTable('worker_postcodes')
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('postcode', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('worker_postcodes_key', ['worker_id', 'postcode'])
    .execute();
}

async function times(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker_hours')
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('from_minute', 'integer', (c) => c.notNull())
    .addColumn('until_minute', 'integer', (c) => c.notNull())
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addPrimaryKeyConstraint('worker_hours_key', ['worker_id', 'position'])
    .execute();
  await db.schema
    .createTable('worker_days')
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('hours', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('worker_days_key', ['worker_id', 'day'])
    .execute();
  await db.schema
    .createTable('worker_leave')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('worker_id', 'text', (c) => c.notNull().references('workers.id'))
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('whole_days', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('by_worker', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text', (c) => c.references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('worker_leave_ends')
    .on('worker_leave')
    .columns(['worker_id', 'ends_at'])
    .execute();
  await sql`create index worker_leave_to_decide on worker_leave (created_at, id) where state = 'asked'`.execute(
    db,
  );
}
