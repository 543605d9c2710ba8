import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as roles from '../../../db/migrations/2027-01/2027-01-04-roles.ts';
import * as teamInvitations from '../../../db/migrations/2027-01/2027-01-04-team-invitations.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openedUnder } from '../account/sessions/sessions.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Brings the people's table back to its form of the release before. */
async function asBefore(db: Kysely<unknown>): Promise<void> {
  await sql`drop table invitations`.execute(db);
  await sql`drop index users_role`.execute(db);
  await sql`drop index users_team`.execute(db);
  await sql`alter table users drop column role_id`.execute(db);
  await sql`drop table roles`.execute(db);
  await sql`alter table users add column role text not null default 'customer'`.execute(db);
  await sql`create index users_role on users (role, created_at, id)`.execute(db);
}

test('administrators of the release before stay administrators, and their sessions go on', async () => {
  const { db } = server.deps;
  const step = db as unknown as Kysely<unknown>;
  await asBefore(step);
  const now = server.clock.now().toISOString();
  const later = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  for (const role of ['admin', 'customer']) {
    await sql`insert into users (id, issuer, subject, email, email_verified, first_name, last_name, role, admin_by_list,
        created_at, updated_at)
      values (${role}, 'sandbox', ${role}, ${`${role}@b.example`}, 1, 'A', 'B', ${role}, 0, ${now}, ${now})`.execute(
      db,
    );
    await sql`insert into sessions (id_hash, user_id, opened_under, user_agent, created_at, last_seen_at, expires_at, ends_at)
      values (${createHash('sha256').update(role).digest('hex')}, ${role}, ${openedUnder(server.deps)}, 'test', ${now}, ${now},
        ${later}, ${later})`.execute(db);
  }

  await roles.up(step);
  // Restores the table that refers to the roles.
  await teamInvitations.up(step);

  const ask = (id: string, path: string) =>
    server.anyone.raw('GET', path, { headers: { cookie: `hearthkeep=${id}` } });
  const users = await Promise.all(
    ['admin', 'customer'].map(async (id) => (await ask(id, '/api/auth/user')).json()),
  );
  expect(users).toMatchObject([
    { id: 'admin', role: 'admin' },
    { id: 'customer', role: 'customer', permissions: [] },
  ]);
  const status = async (id: string) => (await ask(id, '/api/admin/users')).status;
  expect([await status('admin'), await status('customer')]).toEqual([200, 403]);
});
