import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans as firstPlans, planTiers } from '../contract/rules/plans.ts';
import { migrations } from './migrate.ts';
import * as groundFloor from './migrations/2026-11/2026-11-21-ground-floor.ts';
import * as memberScreens from './migrations/2026-11/2026-11-21-member-screens.ts';
import * as money from './migrations/2026-11/2026-11-22-money.ts';
import * as planChanges from './migrations/2026-11/2026-11-22-plan-changes.ts';
import * as refunds from './migrations/2026-11/2026-11-23-refunds.ts';
import * as schedule from './migrations/2026-11/2026-11-24-schedule.ts';
import * as userWords from './migrations/2026-11/2026-11-24-user-words.ts';
import * as requestWords from './migrations/2026-11/2026-11-26-request-words.ts';
import * as invoicesPaid from './migrations/2026-11/2026-11-30-invoices-paid.ts';
import * as refundedHours from './migrations/2026-12/2026-12-18-refunded-hours.ts';
import * as planVersions from './migrations/2027-01/2027-01-08-plans.ts';
import * as offer from './migrations/2027-01/2027-01-09-offer.ts';
import * as asBooked from './migrations/2027-01/2027-01-16-as-booked.ts';
import { openDatabase } from './open.ts';

// The effects of a migration on existing rows; the statements are the same on both engines.
const db = openDatabase(':memory:');
const step = db as unknown as Kysely<unknown>;
beforeAll(() => groundFloor.up(step));
afterAll(() => db.destroy());

test('payments to be refunded stay so', async () => {
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

test('the hours of a ledger from before entries were numbered keep their order and their plan', async () => {
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

test('earlier refunds count as refunds of the whole', async () => {
  await planChanges.up(step);
  await refunds.up(step);
  const rows = await db.selectFrom('payments').select(['id', 'refunded_cents']).orderBy('id').execute();
  expect(rows.filter((row) => row.refunded_cents > 0)).toEqual([{ id: 'refunded', refunded_cents: 1 }]);
  const invoices = await db.selectFrom('invoices').select('refunded_cents').execute();
  expect(invoices).toEqual([{ refunded_cents: 0 }]);
});

test('paid invoices of plans without a date count from their creation', async () => {
  await schedule.up(step);
  await sql`insert into invoices (id, user_id, subscription_id, amount_paid_cents, currency, description, status,
    billing_reason, period_start, period_end, created_at)
    select 'in_2', user_id, subscription_id, 0, currency, description, 'open', billing_reason, period_start, period_end,
    created_at from invoices where id = 'in_1'`.execute(db);
  await invoicesPaid.up(step);
  const rows = await db.selectFrom('invoices').select(['id', 'paid_at']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'in_1', paid_at: '2026-11-01T01:00:00.000Z' },
    { id: 'in_2', paid_at: null },
  ]);
});

test('existing people are found by their words', async () => {
  await userWords.up(step);
  const rows = await db.selectFrom('user_words').select('word').orderBy('word').execute();
  expect(rows.map((row) => row.word)).toEqual(['a', 'a@example.com', 'b', 'com', 'example']);
});

test('existing custom requests are found by their words', async () => {
  const { user_id, service_id } = await db
    .selectFrom('payments')
    .select(['user_id', 'service_id'])
    .executeTakeFirstOrThrow();
  const now = '2026-11-02T01:00:00.000Z';
  // More rows than are read at once.
  for (let n = 0; n < 201; n += 1) {
    const id = `r${String(n).padStart(3, '0')}`;
    await sql`insert into bookings (id, user_id, service_id, status, payment_type, estimated_minutes, created_at, updated_at)
      values (${id}, ${user_id}, ${service_id}, 'pending', 'custom_quote', 60, ${now}, ${now})`.execute(db);
    await sql`insert into custom_requests (booking_id, service_name, description, priority, location, contact_info)
      values (${id}, 'Piano', ${`Not tuned for ${n} years`}, 'standard', 'Newtown', 'a@example.com')`.execute(
      db,
    );
  }
  await requestWords.up(step);
  const words = db.selectFrom('request_words').select('word').where('booking_id', '=', 'r200');
  const rows = await words.orderBy('word').execute();
  expect(rows.map((row) => row.word)).toEqual(['200', 'for', 'not', 'piano', 'tuned', 'years']);
});

test('refunds of plans from before refunds took hours leave the hours', async () => {
  await sql`update invoices set refunded_cents = 1 where id = 'in_1'`.execute(db);
  await refundedHours.up(step);
  const rows = await db.selectFrom('invoices').select(['id', 'hours_kept_cents']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'in_1', hours_kept_cents: 1 },
    { id: 'in_2', hours_kept_cents: 0 },
  ]);
});

test('plans, grants and changes from before plans had versions name the first version', async () => {
  await planVersions.up(step);
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'version_id', 'on_sale'])
    .orderBy('position')
    .execute();
  expect(plans).toEqual(planTiers.map((id) => ({ id, version_id: id, on_sale: 1 })));
  const versions = await db
    .selectFrom('plan_versions')
    .select(['id', 'plan_id', 'number', 'name', 'price_cents', 'minutes', 'concierge', 'features'])
    .orderBy('price_cents')
    .execute();
  expect(versions).toEqual(
    planTiers.map((id) => {
      const { name, priceCents: price_cents, hours, concierge, features } = firstPlans[id];
      const facts = { name, price_cents, minutes: hours * 60, concierge };
      return { id, plan_id: id, number: 1, ...facts, features: JSON.stringify(features) };
    }),
  );
  const carried = await db
    .selectFrom('subscriptions')
    .select(['tier', 'version_id', 'next_tier', 'next_version_id'])
    .execute();
  expect(carried.length).toBeGreaterThan(0);
  for (const row of carried) {
    expect(row.version_id).toBe(row.tier);
    expect(row.next_version_id).toBe(row.next_tier);
  }
  const grants = await db.selectFrom('hour_grants').select(['tier', 'version_id']).execute();
  expect(grants.length).toBeGreaterThan(0);
  for (const { tier, version_id } of grants) expect(version_id).toBe(tier);
});

test('existing bookings keep the present name of their service, and a changed service counts as changed in price', async () => {
  await offer.up(step);
  await sql`insert into services (id, slug, category_id, name, estimated_minutes, position, active, version)
    select 'changed', 'changed', category_id, 'Changed', 60, 2, 1, 3 from services where id <> 'changed'`.execute(
    db,
  );
  await asBooked.up(step);
  const { rows } = await sql<{
    service_name: string;
  }>`select distinct service_name from bookings`.execute(db);
  expect(rows).toEqual([{ service_name: 'S' }]);
  const versions = await db
    .selectFrom('services')
    .select(['name', 'terms_version'])
    .orderBy('name')
    .execute();
  expect(versions).toEqual([
    { name: 'Changed', terms_version: 3 },
    { name: 'S', terms_version: 1 },
  ]);
});

test('every migration runs', async () => {
  const entries = await readdir(new URL('./migrations/', import.meta.url), { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.ts'));
  expect(Object.keys(migrations)).toEqual(files.map((file) => basename(file, '.ts')).sort());
  // Each lies in the folder of its month.
  expect(files.filter((file) => !basename(file).startsWith(`${dirname(file)}-`))).toEqual([]);
});
