import { type Kysely, sql } from 'kysely';

/** Invitations to the team, each with its letter; an address has one open invitation at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role_id', 'text', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('accepted_at', 'text')
    .addColumn('accepted_by', 'text', (c) => c.references('users.id'))
    .addColumn('revoked_at', 'text')
    .addColumn('letter_due_at', 'text')
    .addColumn('letter_attempts', 'integer', (c) => c.notNull())
    .addColumn('letter_sent_at', 'text')
    .execute();
  await sql`create unique index invitations_open on invitations (email)
    where accepted_at is null and revoked_at is null`.execute(db);
  await sql`create index invitations_letters on invitations (letter_due_at) where letter_due_at is not null`.execute(
    db,
  );
  await db.schema.createIndex('invitations_created').on('invitations').column('created_at').execute();
  await db.schema
    .createIndex('invitations_made')
    .on('invitations')
    .columns(['created_by', 'created_at'])
    .execute();
  await db.schema.createIndex('invitations_accepted').on('invitations').column('accepted_by').execute();
  await db.schema.createIndex('invitations_role').on('invitations').column('role_id').execute();
}
