import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { anAdmin } from '../../../testing/builders/builders.ts';
import { aShortMember, twoHoursCents as two } from '../../../testing/builders/short-member.ts';
import { cards, paymentsSandbox, settled } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { aPost } from '../../../testing/outside/post.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { termsOfLeaving } from '../booking-changes/call-off-all.service.ts';
import { reconcilePayments } from '../webhooks/unseen-payments.service.ts';

let server: TestServer;
let admin: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server.deps.db);
});
beforeEach(() => server.clock.set('2026-11-21T03:00:00.000Z'));
afterEach(() => mend(server));
afterAll(() => server.close());

const inTime = '2026-11-24T22:30:00.000Z';
const late = '2026-11-24T22:30:00.001Z';
/** A member whose booking of 3 hours needs 2 past the plan, with acts of the member and of the team. */
async function aMember(card: string = cards.succeeds) {
  const short = await aShortMember(server, { card, otherAt: '2026-12-10T22:30:00.000Z' });
  const { client, params, other } = short;
  const read = async () => (await client.call('readBooking', { params })).body;
  const off = (body: object) => client.call('cancelBooking', { params, body: body as never });
  const set = async (status: 'pending' | 'scheduled' | 'completed' | 'cancelled') =>
    (await server.as(admin)).call('setBookingStatus', { params, body: { status } });
  const release = () => client.call('cancelBooking', { params: { id: other }, body: { outcome: 'release' } });
  return { ...short, read, off, set, release };
}
const harsh = { outcome: 'forfeit', amountCents: 0, hours: 1, chargeCents: two };

test('a timely cancellation charges nothing; a late one costs as much as the visit', async () => {
  const { read, off, charges, me } = await aMember();
  server.clock.set(inTime);
  expect((await read()).changes.cancel).toEqual({ outcome: 'release', amountCents: 0, hours: 1 });
  server.clock.set(late);
  expect((await read()).changes.cancel).toEqual(harsh);
  const taps = await Promise.all(Array.from({ length: 20 }, () => off(harsh)));
  expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await charges()).toEqual([['booked', two, 0]]);
  expect(await me()).toMatchObject({ usedHours: '1', heldHours: 4, remainingHours: 0 });
  const after = await read();
  expect(after).toMatchObject({ status: 'cancelled', past: { hours: 2, amountCents: two, state: 'paid' } });
});

test('a cancellation without the shown sum charges nothing and cancels nothing', async () => {
  const { off, charges, read } = await aMember();
  server.clock.set(late);
  for (const shown of [
    { outcome: 'release' },
    { outcome: 'forfeit' },
    { outcome: 'forfeit', amountCents: 0, hours: 1 },
    { ...harsh, chargeCents: two - 1 },
    { ...harsh, hours: 3 },
  ])
    expect((await off(shown)).body.code, JSON.stringify(shown)).toBe('terms_changed');
  expect((await read()).status).toBe('pending');
  expect(await charges()).toEqual([]);
});

test('the billing history and the letter of a refused card name the charge correctly', async () => {
  const paid = await aMember();
  server.clock.set(late);
  await paid.off(harsh);
  await settled(server);
  expect((await paid.client.call('listBillingHistory')).body).toContainEqual(
    expect.objectContaining({
      amount_paid: two,
      description: 'Gutter cleaning, called off late: 2 h past your hours',
    }),
  );
  server.clock.set('2026-11-21T03:00:00.000Z');
  const owing = await aMember(cards.asksAlways);
  server.clock.set(late);
  expect((await owing.off(harsh)).status).toBe(200);
  await settled(server);
  expect(await owing.read()).toMatchObject({ past: { state: 'owed' } });
  expect((await owing.plan()).owedWork).toEqual([
    {
      bookingId: owing.id,
      description: 'Gutter cleaning, called off late: 2 h past your hours',
      amountCents: two,
    },
  ]);
  expect((await owing.letters()).map(({ content }) => JSON.parse(content).what)).toEqual(['work_owed']);
});

test('hours that became free since are used before money, as for done work', async () => {
  const { off, release, read, charges, me } = await aMember();
  await release();
  server.clock.set(late);
  const terms = { outcome: 'forfeit', amountCents: 0, hours: 3 };
  expect((await read()).changes.cancel).toEqual(terms);
  expect((await off(terms)).status).toBe(200);
  expect(await charges()).toEqual([]);
  expect(await me()).toMatchObject({ usedHours: '3', remainingHours: 2 });
});

test('a visit that passed without the team’s answer costs nothing, nor does a cancellation by the team', async () => {
  const missed = await aMember();
  server.clock.set('2026-11-25T22:30:00.001Z');
  expect((await missed.read()).changes.cancel).toMatchObject({ outcome: 'release', hours: 1 });
  server.clock.set('2026-11-21T03:00:00.000Z');
  const theirs = await aMember();
  server.clock.set(late);
  await theirs.set('cancelled');
  expect(await theirs.charges()).toEqual([]);
  expect(await theirs.me()).toMatchObject({ usedHours: '0' });
});

test('a reopened visit is refunded whole, and charged anew once the work is done', async () => {
  const { off, set, charges, me } = await aMember();
  server.clock.set(late);
  await off(harsh);
  await set('scheduled');
  expect(await charges()).toEqual([['refunded', two, two]]);
  expect(await me()).toMatchObject({ usedHours: '0', heldHours: 5 });
  server.clock.advance({ hours: 1 });
  await set('completed');
  expect(await charges()).toEqual([
    ['refunded', two, two],
    ['booked', two, 0],
  ]);
  server.clock.set('2026-11-21T03:00:00.000Z');
  const straight = await aMember();
  server.clock.set(late);
  expect((await straight.off({ outcome: 'forfeit', ...(await straight.read()).changes.cancel })).status).toBe(
    200,
  );
  await straight.set('completed');
  expect(await straight.charges()).toEqual([['booked', two, 0]]);
  expect(await straight.me()).toMatchObject({ usedHours: '1' });
});

test('an absent provider does not prevent the cancellation, and the charge follows later', async () => {
  const { off, charges } = await aMember();
  server.clock.set(late);
  paymentsSandbox(server).control({ failNext: { count: 9, status: 503 } });
  expect((await off(harsh)).status).toBe(200);
  expect(await charges()).toEqual([['starting', two, 0]]);
  await mend(server);
  server.clock.advance({ minutes: 2 });
  await reconcilePayments(server.deps, new AbortController().signal);
  expect(await charges()).toEqual([['booked', two, 0]]);
});

test('a person who deletes the account is shown the same sum for a late visit', async () => {
  const { user, id } = await aMember();
  const terms = await termsOfLeaving(server.deps, user.id, { planned: new Date(late), now: new Date(late) });
  expect(terms.find((one) => one.id === id)?.terms).toEqual(harsh);
});

/**
 * Deletes the account of a member whose visit is late by the planned day, 25 November at 10:00; the deletion runs at
 * `at`.
 * @returns the shown terms of the visit, its outcome, and the last letter
 */
async function leave(at: string, meanwhile: (member: Member) => Promise<unknown> = async () => {}) {
  const { db } = server.deps;
  server.clock.set('2026-11-18T10:00:00.000Z');
  const member = await aMember();
  const { user, client, id } = member;
  await meanwhile(member);
  const answer = await client.call('requestAccountDeletion', { body: { email: user.email } });
  const shown = answer.body.bookings.find((booking) => booking.id === id);
  server.clock.set(at);
  const mail = aPost();
  await accountDeletions({ ...server.deps, mail }, new AbortController().signal);
  const deletion = await db
    .selectFrom('account_deletions')
    .select('done_at')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  expect(deletion?.done_at).not.toBe(null);
  const uses = await db
    .selectFrom('hour_entries')
    .select(['kind', 'minutes'])
    .where('booking_id', '=', id)
    .execute();
  return {
    shown,
    charges: await member.charges(),
    uses: uses.map(({ kind, minutes }) => [kind, minutes]),
    farewell: mail.letters.find(({ to }) => to === user.email)?.text,
  };
}
type Member = Awaited<ReturnType<typeof aMember>>;

test('a leaver’s late visit is charged as shown for the planned day, and not more on a later day', async () => {
  for (const at of ['2026-11-25T10:00:00.000Z', '2026-11-25T22:00:00.000Z']) {
    const { shown, charges, uses, farewell } = await leave(at);
    expect(shown).toMatchObject(harsh);
    expect(charges, at).toEqual([['booked', two, 0]]);
    expect(uses, at).toEqual([['use', -60]]);
    expect(farewell).toContain(
      'We charged $260.40 to your card, as you agreed: Gutter cleaning, called off late: 2 h past your hours.',
    );
  }
});

test('a leaver whose card refuses a late visit gets no letter that asks to pay or tells of the plan’s end', async () => {
  server.clock.set('2026-11-18T10:00:00.000Z');
  const { user, client, letters } = await aMember(cards.asksAlways);
  await client.call('requestAccountDeletion', { body: { email: user.email } });
  server.clock.set('2026-11-25T10:00:00.000Z');
  const mail = aPost();
  mail.meets('away');
  const leaving = () => accountDeletions({ ...server.deps, mail }, new AbortController().signal);
  await leaving();
  await settled(server);
  expect(await letters()).toEqual([]);
  mail.meets('taken');
  server.clock.advance({ hours: 1 });
  await leaving();
  expect(mail.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
    'Your account is deleted',
  ]);
});

test('a leaver pays nothing for a visit that passed without the team’s answer before the deletion', async () => {
  const { shown, charges, uses, farewell } = await leave('2026-11-28T10:00:00.000Z');
  expect(shown).toMatchObject(harsh);
  expect(charges).toEqual([]);
  expect(uses).toEqual([]);
  expect(farewell).toContain('Your account is now deleted');
  expect(farewell).not.toContain('charged');
});

test('hours that expire between the planned day and the deletion cost a leaver no money', async () => {
  const { shown, charges, uses } = await leave('2026-11-25T20:00:00.000Z', async ({ release, user }) => {
    await release();
    await server.deps.db
      .updateTable('hour_grants')
      .set({ expires_at: '2026-11-25T12:00:00.000Z' })
      .where('user_id', '=', user.id)
      .execute();
  });
  expect(shown).toMatchObject({ outcome: 'forfeit', hours: 3 });
  expect(shown?.chargeCents).toBe(undefined);
  expect(charges).toEqual([]);
  expect(uses).toEqual([['use', -180]]);
});

test('hours of an earlier visit that a leaver’s deletion cancels free are used before money, as the leaver was shown', async () => {
  const { shown, charges, uses } = await leave('2026-11-25T10:00:00.000Z', ({ other }) =>
    server.deps.db
      .updateTable('bookings')
      .set({ scheduled_date: '2026-11-24T22:30:00.000Z' })
      .where('id', '=', other)
      .execute(),
  );
  expect(shown).toMatchObject({ outcome: 'forfeit', hours: 3 });
  expect(shown?.chargeCents).toBe(undefined);
  expect(charges).toEqual([]);
  expect(uses).toEqual([['use', -180]]);
});

test('a late deletion shows no charge for a visit that has passed without the team’s answer', async () => {
  server.clock.set('2026-11-18T10:00:00.000Z');
  const { user, client, id, charges } = await aMember();
  await client.call('requestAccountDeletion', { body: { email: user.email } });
  const shown = async () =>
    (await client.call('readAccountDeletion')).body.bookings.find((booking) => booking.id === id);
  server.clock.set('2026-11-25T22:30:00.000Z');
  expect(await shown()).toMatchObject(harsh);
  server.clock.set('2026-11-25T22:30:00.001Z');
  expect(await shown()).toMatchObject({ outcome: 'release', hours: 1 });
  expect((await shown())?.chargeCents).toBe(undefined);
  await accountDeletions(server.deps, new AbortController().signal);
  expect(await charges()).toEqual([]);
});
