import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as groundFloor from './migrations/2026-11-21-ground-floor.ts';
import * as memberScreens from './migrations/2026-11-21-member-screens.ts';
import * as money from './migrations/2026-11-22-money.ts';
import * as planChanges from './migrations/2026-11-22-plan-changes.ts';
import * as refunds from './migrations/2026-11-23-refunds.ts';
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

test('the hours of a ledger that was written before entries were numbered keep their order and their plan', async () => {
  const { user_id } = await db.selectFrom('payments').select('user_id').executeTakeFirstOrThrow();
  const at = (day: number) => `2026-11-0${day}T01:00:00.000Z`;
  await sql`insert into subscriptions
    (id, user_id, provider_id, tier, status, cancel_at_period_end, created_at, updated_at)
    values ('plan', ${user_id}, 'sub_1', 'basic', 'active', 0, ${at(1)}, ${at(1)})`.execute(db);
  await sql`insert into invoices (id, user_id, subscription_id, amount_paid_cents, currency, description, status,
    billing_reason, period_start, period_end, created_at)
    values ('in_1', ${user_id}, 'plan', 1, 'aud', 'B', 'paid', 'subscription_create', ${at(1)}, ${at(9)}, ${at(1)})`.execute(
    db,
  );
  for (const invoice of ['in_1', 'in_unknown'])
    await sql`insert into hour_grants
      (id, user_id, invoice_id, tier, minutes, period_start, period_end, expires_at, created_at)
      values (${invoice}, ${user_id}, ${invoice}, 'basic', 300, ${at(1)}, ${at(9)}, ${at(9)}, ${at(1)})`.execute(
      db,
    );
  for (const [id, day] of [
    ['c', 2],
    ['b', 3],
    ['a', 3],
    ['d', 1],
  ] as const)
    await sql`insert into hour_entries (id, user_id, grant_id, kind, minutes, at)
      values (${id}, ${user_id}, 'in_1', 'use', -1, ${at(day)})`.execute(db);

  await money.up(step);

  const entries = await db
    .selectFrom('hour_entries')
    .select(['id', 'seq', 'recorded_at'])
    .orderBy('seq')
    .execute();
  expect(entries).toEqual([
    { id: 'd', seq: 1, recorded_at: at(1) },
    { id: 'c', seq: 2, recorded_at: at(2) },
    { id: 'a', seq: 3, recorded_at: at(3) },
    { id: 'b', seq: 4, recorded_at: at(3) },
  ]);
  const grants = await db
    .selectFrom('hour_grants')
    .select(['id', 'kind', 'subscription_id'])
    .orderBy('id')
    .execute();
  expect(grants).toEqual([
    { id: 'in_1', kind: 'period', subscription_id: 'plan' },
    { id: 'in_unknown', kind: 'period', subscription_id: null },
  ]);
});

test('what was refunded before was given back whole', async () => {
  await planChanges.up(step);
  await refunds.up(step);
  const rows = await db.selectFrom('payments').select(['id', 'refunded_cents']).orderBy('id').execute();
  expect(rows.filter((row) => row.refunded_cents > 0)).toEqual([{ id: 'refunded', refunded_cents: 1 }]);
  const invoices = await db.selectFrom('invoices').select('refunded_cents').execute();
  expect(invoices).toEqual([{ refunded_cents: 0 }]);
});
