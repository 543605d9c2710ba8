import { type Kysely, sql } from 'kysely';

/**
 * Whether an address is vouched for, and which administrators come from ADMIN_EMAILS: those whose last change of
 * role the log explains by their address. Other issuers' claims about addresses were not stored; the next sign-in
 * brings them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('email_verified', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('admin_by_list', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update users set email_verified = 1 where issuer = 'sandbox'`.execute(db);
  await sql`update users set admin_by_list = 1
    where role = 'admin' and not (issuer = 'sandbox' and email = 'admin@example.com')
    and (select details from audit_acts where user_id = users.id and act = 'role_changed'
      order by created_at desc, id desc limit 1) like '%"by":"address"%'`.execute(db);
}
