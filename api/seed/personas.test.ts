import { afterEach, expect, test } from 'vitest';
import { bookingStatuses } from '../contract/schemas/bookings.ts';
import { personas } from '../core/personas.ts';
import { listCandidates } from '../features/flows/assignment/assignment.service.ts';
import { readBalance } from '../features/records/hours/hours.service.ts';
import { describePicture } from '../testing/builders/photos.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedPersonas } from './personas.ts';

let server: TestServer;
afterEach(() => server.close());

async function seeded(now: string): Promise<TestServer> {
  server = await startTestServer();
  server.clock.set(now);
  await seedCatalogue(server.deps.db);
  await Promise.all(Array.from({ length: 3 }, () => seedPersonas(server.deps)));
  return server;
}

/** All data of the personas, for comparison. */
async function books() {
  const { db } = server.deps;
  return {
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    bookings: await db.selectFrom('bookings').selectAll().orderBy('id').execute(),
    changes: await db.selectFrom('booking_status_changes').selectAll().orderBy('id').execute(),
    messages: await db.selectFrom('messages').selectAll().orderBy('id').execute(),
    photos: await db.selectFrom('photos').selectAll().orderBy('id').execute(),
    payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    invoices: await db.selectFrom('invoices').selectAll().orderBy('id').execute(),
    entries: await db.selectFrom('hour_entries').selectAll().orderBy('id').execute(),
  };
}

test('the member has a month of past history with every status, and the others have none', async () => {
  const now = '2026-11-21T02:00:00.000Z';
  await seeded(now);
  const { users, bookings, changes, messages, payments, entries } = await books();
  expect(users.map((u) => [u.email, u.role_id]).sort()).toEqual([
    ['admin@example.com', 'administrator'],
    ['member@example.com', null],
    ['newcomer@example.com', null],
    ['worker@example.com', 'worker'],
  ]);
  expect(new Set(bookings.map((b) => b.user_id))).toEqual(new Set([personas.member.id]));
  expect(new Set(bookings.map((b) => b.status))).toEqual(new Set(bookingStatuses));
  expect(bookings.filter((b) => b.rating !== null)).toHaveLength(1);
  expect(bookings.filter((b) => b.payment_id !== null)).toHaveLength(1);
  expect(payments).toMatchObject([{ status: 'booked', amount_cents: 16_500 }]);
  expect(messages).toHaveLength(12);
  const happened = [
    ...bookings.flatMap((b) => [b.created_at, b.updated_at, b.completed_date ?? b.created_at]),
    ...changes.map((c) => c.at),
    ...messages.map((m) => m.created_at),
    ...entries.map((e) => e.at),
  ];
  expect(happened.filter((at) => at >= now)).toEqual([]);
  const windows = (status: string) =>
    new Set(bookings.filter((b) => b.status === status).map((b) => b.window_minutes));
  expect([windows('scheduled'), windows('pending')]).toEqual([new Set([60]), new Set([null])]);
  const planned = bookings.filter((b) => b.status === 'scheduled' || b.status === 'pending');
  expect(planned.filter((b) => (b.scheduled_date ?? '') <= now)).toEqual([]);
});

test.each([
  ['Saturday', '2026-11-21T02:00:00.000Z'],
  ['Thursday', '2026-11-26T02:00:00.000Z'],
])(
  'on a %s nobody works over 40 hours a week, and who comes to the member is at work then',
  async (_, now) => {
    const { deps } = await seeded(now);
    const { db } = deps;
    const weeks = await db
      .selectFrom('worker_hours')
      .select(({ fn, eb }) => [
        'worker_id',
        fn.sum<number | string>(eb('until_minute', '-', eb.ref('from_minute'))).as('minutes'),
      ])
      .groupBy('worker_id')
      .execute();
    expect(weeks).toHaveLength(6);
    expect(weeks.filter(({ minutes }) => Number(minutes) > 40 * 60)).toEqual([]);
    const coming = await db
      .selectFrom('planned_visits')
      .select('booking_id')
      .where('starts_at', '>', now)
      .execute();
    expect(coming).toHaveLength(2);
    for (const { booking_id } of coming) {
      const { assigned } = await listCandidates(deps, booking_id ?? '');
      expect(assigned).toMatchObject([{ name: 'Mia Rossi' }]);
      expect(assigned.map(({ problem }) => problem)).toEqual([undefined]);
    }
  },
);

test('the hours of two paid months were used by the completed work alone', async () => {
  await seeded('2026-11-21T02:00:00.000Z');
  const now = server.clock.now().toISOString();
  // 3 h and 1.5 h last month, 1.5 h in this one, of 12 h a month.
  expect(await readBalance(server.deps.db, personas.member.id, now)).toEqual({
    usedThisPeriodMinutes: 90,
    remainingMinutes: (24 - 6) * 60,
  });
});

test('the provider has the same plan, invoices and card payment', async () => {
  await seeded('2026-11-21T02:00:00.000Z');
  const { invoices, payments } = await books();
  const plan = await server.deps.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
  const known = await server.deps.payments.readSubscription(plan.provider_id ?? '');
  expect(known).toMatchObject({
    status: 'active',
    versionId: 'standard',
    currentPeriodStart: plan.current_period_start,
    currentPeriodEnd: plan.current_period_end,
  });
  const theirs = await server.deps.payments.listInvoices(plan.provider_id ?? '');
  const named = theirs.map(
    ({ id, status, amountPaidCents, periodStart, periodEnd, billingReason, currency, paidAt }) => ({
      id,
      status,
      amount_paid_cents: amountPaidCents,
      period_start: periodStart,
      period_end: periodEnd,
      billing_reason: billingReason,
      currency,
      paid_at: paidAt,
    }),
  );
  expect(named.sort((a, b) => a.id.localeCompare(b.id))).toEqual(
    invoices.map(
      ({ id, status, amount_paid_cents, period_start, period_end, billing_reason, currency, paid_at }) => ({
        id,
        status,
        amount_paid_cents,
        period_start,
        period_end,
        billing_reason,
        currency,
        paid_at,
      }),
    ),
  );
  expect(invoices.map((i) => i.amount_paid_cents)).toEqual([140_099, 140_099]);

  const [payment] = payments;
  expect(await server.deps.payments.readPaymentIntent(payment?.intent_id ?? '')).toMatchObject({
    status: 'succeeded',
    amountCents: payment?.amount_cents,
    customerId: known?.customerId,
  });
});

test('one photo of the member and one of the team can be read in their stated sizes', async () => {
  await seeded('2026-11-21T02:00:00.000Z');
  const { photos } = await books();
  const { member, admin } = personas;
  expect(photos.map((photo) => photo.owner_id).sort()).toEqual([member.id, admin.id].sort());
  for (const { file_id, width, height, message_id } of photos) {
    expect(message_id).not.toBeNull();
    const large = await server.deps.photos.read(file_id, 'large');
    const small = await server.deps.photos.read(file_id, 'small');
    expect(await describePicture(large ?? new Uint8Array())).toMatchObject({ width, height, format: 'webp' });
    expect(await describePicture(small ?? new Uint8Array())).toMatchObject({ width: 480, format: 'webp' });
  }
});

test('a later start changes nothing', async () => {
  await seeded('2026-11-21T02:00:00.000Z');
  const before = await books();
  // Early enough that the provider does not renew the plan meanwhile.
  server.clock.advance({ days: 15 });
  await seedPersonas(server.deps);
  expect(await books()).toEqual(before);
});
