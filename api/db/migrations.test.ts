import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as groundFloor from './migrations/2026-11-21-ground-floor.ts';
import * as memberScreens from './migrations/2026-11-21-member-screens.ts';
import { openDatabase } from './open.ts';

// What a step does to rows that stand there; the statements are the same on either engine.
const db = openDatabase(':memory:');
const step = db as unknown as Kysely<unknown>;
beforeAll(() => groundFloor.up(step));
afterAll(() => db.destroy());

test('payments that were to be refunded still are', async () => {
  const [user, category, service] = [randomUUID(), randomUUID(), randomUUID()];
  const now = '2026-11-02T01:00:00.000Z';
  await sql`insert into users (id, issuer, subject, email, first_name, last_name, role, created_at, updated_at)
    values (${user}, 'i', 's', 'a@example.com', 'A', 'B', 'customer', ${now}, ${now})`.execute(db);
  await sql`insert into service_categories (id, slug, name, description, color, icon, position)
    values (${category}, 'c', 'C', 'C', 'sky', 'leaf', 1)`.execute(db);
  await sql`insert into services (id, slug, category_id, name, estimated_minutes, position, active)
    values (${service}, 's', ${category}, 'S', 60, 1, 1)`.execute(db);
  for (const status of ['awaiting', 'paid', 'booked', 'refunded'])
    await sql`insert into payments
      (id, user_id, service_id, intent_id, amount_cents, currency, description, status, details, created_at, updated_at)
      values (${status}, ${user}, ${service}, ${status}, 1, 'aud', 'S', ${status}, '{}', ${now}, ${now})`.execute(
      db,
    );

  await memberScreens.up(step);

  const rows = await db.selectFrom('payments').select(['id', 'status']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'awaiting', status: 'awaiting' },
    { id: 'booked', status: 'booked' },
    { id: 'paid', status: 'refunding' },
    { id: 'refunded', status: 'refunded' },
  ]);
});
