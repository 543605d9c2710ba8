import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { reconcile } from '../../../jobs/reconcile.ts';
import { anAdmin, aService } from '../../../testing/builders/builders.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

const today = '2026-11-18T10:00:00.000Z';
const never = new AbortController().signal;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.clock.set(today);
  admin = await server.as(await anAdmin(server.deps.db));
});
afterEach(() => mend(server));
afterAll(() => server.close());

const run = () => accountDeletions(server.deps, never);

/** A member of the Basic plan, 5 hours, with a visit of 7 within the week: 2 of its hours are to be paid by card. */
async function aVisit() {
  const { db } = server.deps;
  const member = await aPayingMember(server, 'basic');
  const { user, client } = member;
  const { id: serviceId } = await aService(db, { estimated_minutes: 420 });
  const scheduledDate = '2026-11-22T22:30:00.000Z';
  const terms = await client.call('readBookingTerms', { query: { serviceId, scheduledDate } });
  const { missingHours, past } = terms.body;
  if (!past) throw new Error('The hours cover it');
  const booked = await client.call('createBooking', {
    body: {
      serviceId,
      scheduledDate,
      notes: '',
      paymentType: 'subscription',
      past: { missingHours, amountCents: past.amountCents },
    },
    idempotencyKey: randomUUID(),
  });
  const params = { id: booked.body.id };
  const agree = () => admin.call('setBookingStatus', { params, body: { status: 'scheduled' } });
  const leave = async () =>
    (await client.call('requestAccountDeletion', { body: { email: user.email } })).body;
  const read = async () => (await client.call('readAccountDeletion')).body;
  const doneAt = async () =>
    (await admin.call('readCustomerData', { params: { id: user.id } })).body.deletion?.doneAt;
  /** The charges for the visit, and the hours that it used. */
  const cost = async () => {
    await settled(server);
    await reconcile(server.deps, never);
    await settled(server);
    const charges = await db
      .selectFrom('payments')
      .select(['status', 'amount_cents'])
      .where('past_booking_id', '=', params.id)
      .execute();
    const entries = await db
      .selectFrom('hour_entries')
      .select(['kind', 'minutes'])
      .where('booking_id', '=', params.id)
      .execute();
    return {
      charges: charges.map((row) => [row.status, row.amount_cents]),
      hours: entries.map((row) => [row.kind, row.minutes]),
    };
  };
  return { params, agreedCents: past.amountCents, agree, leave, read, doneAt, cost };
}

test('an agreed visit whose outcome the team never enters is not charged when its customer’s account is deleted', async () => {
  const { agree, leave, read, doneAt, cost } = await aVisit();
  expect((await agree()).status).toBe(200);
  expect((await leave()).bookings, 'the visit goes on as agreed').toEqual([]);

  server.clock.set('2026-12-02T09:59:59.999Z');
  await run();
  expect(await read()).toMatchObject({ waitsFor: 'work', bookings: [] });
  expect(await doneAt()).toBe(null);

  server.clock.advance({ hours: 1 });
  await run();
  expect(await doneAt()).not.toBe(null);
  expect(await cost()).toEqual({ charges: [], hours: [['use', -300]] });
});

test('a visit that was shown as free, and was agreed to only then, is not charged either', async () => {
  const { params, agree, leave, doneAt, cost } = await aVisit();
  expect((await leave()).bookings).toMatchObject([{ ...params, outcome: 'release' }]);
  expect((await agree()).status).toBe(200);
  server.clock.set('2026-12-02T10:00:00.000Z');
  await run();
  expect(await doneAt()).not.toBe(null);
  expect((await cost()).charges).toEqual([]);
});

test('the same visit is charged as agreed when the team enters within those days that it was done', async () => {
  const { params, agreedCents, agree, leave, doneAt, cost } = await aVisit();
  await agree();
  await leave();
  server.clock.set('2026-12-02T09:00:00.000Z');
  const done = await admin.call('setBookingStatus', { params, body: { status: 'completed' } });
  expect(done.status).toBe(200);
  server.clock.advance({ hours: 1 });
  await run();
  expect(await doneAt()).not.toBe(null);
  expect(await cost()).toEqual({ charges: [['booked', agreedCents]], hours: [['use', -300]] });
});
