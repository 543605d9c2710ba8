import { type Kysely, sql } from 'kysely';

/** The roles that every installation has. The administrator's list is empty, since that role has all permissions. */
const builtIn: Record<string, { name: string; permissions: string[] }> = {
  administrator: { name: 'Administrator', permissions: [] },
  dispatcher: {
    name: 'Dispatcher',
    permissions: [
      ...['bookings.read', 'bookings.change', 'bookings.message', 'requests.answer'],
      ...['customers.read'],
    ],
  },
  support: {
    name: 'Support',
    permissions: [
      ...['bookings.read', 'bookings.message', 'support.answer', 'customers.read', 'customers.change'],
    ],
  },
  accountant: {
    name: 'Accountant',
    permissions: ['customers.read', 'money.read', 'money.refund', 'disputes.change'],
  },
  worker: { name: 'Worker', permissions: ['work.own'] },
};

/** A person's role becomes a row with a set of permissions. Administrators and their sessions stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('roles')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('permissions', 'text', (c) => c.notNull())
    .addColumn('is_built_in', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  const now = new Date().toISOString();
  for (const [id, { name, permissions }] of Object.entries(builtIn))
    await sql`insert into roles (id, name, permissions, is_built_in, created_at, updated_at)
      values (${id}, ${name}, ${JSON.stringify(permissions)}, 1, ${now}, ${now})`.execute(db);
  await db.schema
    .alterTable('users')
    .addColumn('role_id', 'text', (c) => c.references('roles.id'))
    .execute();
  await sql`update users set role_id = 'administrator' where role = 'admin'`.execute(db);
  await db.schema.dropIndex('users_role').execute();
  await db.schema.alterTable('users').dropColumn('role').execute();
  await db.schema.createIndex('users_role').on('users').columns(['role_id', 'created_at', 'id']).execute();
  // The list of the team, whatever the members' roles are.
  await sql`create index users_team on users (created_at, id) where role_id is not null`.execute(db);
}
