import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anAdmin, aService } from '../../../testing/builders/builders.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let admin: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server.deps.db);
});
beforeEach(() => server.clock.set('2026-11-21T03:00:00.000Z'));
afterAll(() => server.close());

const basicHour = 13_020;
const premiumHour = 9_802;

/** A member of Basic, ten minutes before the period ends, with all hours of the plan used. */
async function aMemberAtTheEnd() {
  const member = await aPayingMember(server, 'basic');
  const { db } = server.deps;
  const team = () => server.as(admin);
  const book = async (hours: number, daysAhead: number) => {
    const { id: serviceId } = await aService(db, { estimated_minutes: hours * 60 });
    const scheduledDate = new Date(server.clock.now().getTime() + daysAhead * 86_400_000).toISOString();
    const { body: terms } = await member.client.call('readBookingTerms', {
      query: { serviceId, scheduledDate },
    });
    const past = terms.past && { missingHours: terms.missingHours, amountCents: terms.past.amountCents };
    const { body } = await member.client.call('createBooking', {
      body: { serviceId, scheduledDate, notes: '', paymentType: 'subscription', ...(past && { past }) },
      idempotencyKey: randomUUID(),
    });
    return { id: body.id, hourCents: terms.past?.hourCents, missingHours: terms.missingHours };
  };
  const done = async (id: string, more: { actualHours?: number; reason?: string } = {}) =>
    (await team()).call('setBookingStatus', { params: { id }, body: { status: 'completed', ...more } });
  const charged = async () =>
    (
      await db
        .selectFrom('payments')
        .select('amount_cents')
        .where('user_id', '=', member.user.id)
        .where('past_booking_id', 'is not', null)
        .execute()
    ).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const first = await book(5, 1);
  await done(first.id);
  const { currentPeriodEnd } = await member.plan();
  const left = Date.parse(currentPeriodEnd ?? '') - server.clock.now().getTime();
  await muchLater(server, { minutes: left / 60_000 - 10 });
  return { ...member, book, done, charged };
}

test('an upgrade in the last minutes of a period lowers the price of no visit', async () => {
  const { change, upgradeTerms, book, done, charged } = await aMemberAtTheEnd();
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  const visits = [await book(8, 2), await book(8, 3)];
  expect(visits.map(({ hourCents }) => hourCents)).toEqual([basicHour, basicHour]);
  await change({ tier: 'basic' });
  await muchLater(server, { days: 4 });
  for (const { id } of visits) await done(id);
  const missing = visits.reduce((sum, { missingHours }) => sum + missingHours, 0);
  // The hours of the next period cover five of them.
  expect(await charged()).toBe(Math.round((missing - 5) * basicHour));
});

test.each([
  ['a later period', { minutes: 0 }],
  ['a period that is not paid yet', { minutes: 20 }],
])('a visit in %s is charged at the price of the plan that pays for the whole of it', async (_, wait) => {
  const { change, upgradeTerms, book, done, charged, grants } = await aMemberAtTheEnd();
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  await muchLater(server, wait);
  expect((await grants()).filter(({ kind }) => kind === 'period')).toHaveLength(1);
  const visit = await book(60, 2);
  expect(visit.hourCents).toBe(basicHour);
  await muchLater(server, { days: 4 });
  await done(visit.id);
  const { charged_minutes: minutes } = await server.deps.db
    .selectFrom('past_hours')
    .select('charged_minutes')
    .where('booking_id', '=', visit.id)
    .executeTakeFirstOrThrow();
  expect(minutes).toBeGreaterThan(0);
  expect(await charged()).toBe(Math.round((minutes * premiumHour) / 60));
});

test('an upgrade in the last minutes of a period lowers no price of overtime', async () => {
  const { change, upgradeTerms, book, done, client } = await aMemberAtTheEnd();
  const { id } = await book(2, 0.001);
  await done(id, { actualHours: 4, reason: 'The gutters were full of tiles.' });
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  const { body } = await client.call('readBooking', { params: { id } });
  expect(body.extra?.terms?.past).toMatchObject({ hourCents: basicHour, tier: 'basic' });
});

test('an upgrade lowers no price of work that is done before the period is paid', async () => {
  const { change, upgradeTerms, book, done, charged } = await aMemberAtTheEnd();
  await change({ tier: 'premium', terms: await upgradeTerms('premium') });
  await muchLater(server, { minutes: 20 });
  const unpaid = await book(8, 0.001);
  expect(unpaid.hourCents).toBe(basicHour);
  await done(unpaid.id);
  expect(await charged()).toBe(Math.round(unpaid.missingHours * basicHour));
});
