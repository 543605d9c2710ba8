import { expect, test } from 'vitest';
import { aBooking, anAdmin } from '../../../testing/builders/builders.ts';
import { aFileServerBesideRefusing } from '../../../testing/builders/file-server.ts';
import { aMemberWithWork, reason } from '../../../testing/builders/longer-work.ts';
import { cards } from '../../../testing/outside/cards.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let refusing: TestServer;
let team: Client;
aFileServerBesideRefusing('2026-11-21T03:00:00.000Z', async (first, second) => {
  server = first;
  refusing = second;
  team = await server.as(await anAdmin(server.deps.db));
});

const aMember = (given?: Parameters<typeof aMemberWithWork>[1]) => aMemberWithWork({ server, team }, given);
/** The Basic plan’s price of an hour. */
const anHour = 13_020;

test('up to a quarter of an hour more is used without a question', async () => {
  const { set, read, readQuestions, me } = await aMember();
  expect((await set({ actualHours: 2.25 })).body).toMatchObject({ actualHours: 2.25 });
  expect(await read()).not.toHaveProperty('extra');
  expect([await readQuestions(), (await me()).usedHours]).toEqual([[], '2.25']);
});

test('longer work uses the estimate, and its customer is asked once, with the reason', async () => {
  const { set, read, readQuestions, me, client, id } = await aMember();
  const heard = recordChanges(server.deps);
  const answers = await Promise.all(Array.from({ length: 10 }, () => set({ actualHours: 3.5, reason })));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await read()).toMatchObject({
    status: 'completed',
    actualHours: 2,
    extraHours: 1.5,
    extra: {
      hours: 1.5,
      reason,
      state: 'waiting',
      terms: { planHours: 1.5, cardHours: 0, past: null },
    },
  });
  expect((await me()).usedHours).toBe('2');
  expect(await readQuestions()).toHaveLength(1);
  expect((await client.call('listBookings')).body[0]).toMatchObject({ extraHours: 1.5 });
  expect((await team.call('readAnyBooking', { params: { id } })).body).toMatchObject({ extra: { reason } });
  expect((await team.call('listExtraHours')).body).toContainEqual(
    expect.objectContaining({ bookingId: id, hours: 1.5, service: 'Gutter cleaning' }),
  );
  expect(heard.flatMap(({ admins, keys }) => (admins ? keys : []))).toContain('/api/admin/extra-hours');
  expect(heard.flatMap(({ people, keys }) => (people ? keys : []))).toContain(`/api/bookings/${id}`);
});

test('a missing or too short reason is refused, and nothing is done', async () => {
  const { set, read } = await aMember();
  for (const wrong of [undefined, '', '  a  ', 'x'.repeat(501)]) {
    const { status, body } = await set({ actualHours: 3, ...(wrong === undefined ? {} : { reason: wrong }) });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'invalid_input', ['reason']]);
  }
  expect((await read()).status).toBe('pending');
});

test('agreed hours are used once, however often anybody taps', async () => {
  const { set, read, agree, shown, decline, me, charges } = await aMember();
  await set({ actualHours: 3.5, reason });
  const seen = await shown();
  const answers = await Promise.all(Array.from({ length: 20 }, () => agree(seen)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await read()).toMatchObject({ actualHours: 3.5, extra: { state: 'agreed', terms: null } });
  expect(await read()).not.toHaveProperty('extraHours');
  expect(await me()).toMatchObject({ usedHours: '3.5', remainingHours: 1.5 });
  expect(await charges()).toEqual([]);
  expect((await decline(seen.questionId)).body.code).toBe('conflict');
});

test('hours that none cover are charged once at the plan’s hourly price, outside the ledger', async () => {
  const { set, read, agree, shown, me, charges } = await aMember({ held: 2.5 });
  await set({ actualHours: 3.5, reason });
  expect((await read()).extra?.terms).toEqual({
    planHours: 0.5,
    cardHours: 1,
    past: { amountCents: anHour, hourCents: anHour, tier: 'basic', beforeCents: 0 },
    owed: null,
  });
  const seen = await shown();
  for (const other of [
    { ...seen, amountCents: anHour - 1 },
    { ...seen, planHours: 1.5, cardHours: 0, amountCents: 0 },
    { ...seen, cardHours: 0.5 },
  ])
    expect((await agree(other)).body.code).toBe('terms_changed');
  expect(await charges()).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, () => agree(seen)));
  expect(await charges()).toEqual([['booked', anHour, 0]]);
  expect(await read()).toMatchObject({
    actualHours: 3.5,
    past: { hours: 1, amountCents: anHour, state: 'paid' },
  });
  expect(await me()).toMatchObject({ usedHours: '2.5', heldHours: 2.5, remainingHours: 0 });

  // A correction to the estimate refunds the money, and more hours need a new question.
  await set({ actualHours: 2 });
  expect(await charges()).toEqual([['refunded', anHour, anHour]]);
  expect((await me()).usedHours).toBe('2');
  server.clock.advance({ minutes: 1 });
  expect((await set({ actualHours: 3.5 })).body.code).toBe('invalid_input');
  await set({ actualHours: 3.5, reason });
  expect((await agree(seen)).body.code, 'an answer to the first').toBe('terms_changed');
  expect((await agree()).status).toBe(200);
  expect(await charges()).toEqual([
    ['refunded', anHour, anHour],
    ['booked', anHour, 0],
  ]);
});

test('an earlier card payment of the same booking is replaced by one payment of both', async () => {
  const { set, read, agree, charges } = await aMember({ held: 4 });
  server.clock.advance({ minutes: 1 });
  await set({ actualHours: 2 });
  expect(await charges()).toEqual([['booked', anHour, 0]]);
  await set({ actualHours: 3, reason });
  expect((await read()).extra?.terms).toMatchObject({
    cardHours: 1,
    past: { amountCents: anHour, beforeCents: anHour },
  });
  server.clock.advance({ minutes: 1 });
  expect((await agree()).status).toBe(200);
  expect(await charges()).toEqual([
    ['refunded', anHour, anHour],
    ['booked', 2 * anHour, 0],
  ]);
});

test('after a refund in part, longer work returns only the rest of the earlier charge', async () => {
  const { set, read, agree, charges } = await aMember({ held: 4 });
  server.clock.advance({ minutes: 1 });
  await set({ actualHours: 2 });
  const [charge] = (await read()).charges ?? [];
  const leftCents = charge?.amountCents ?? 0;
  const body = { amountCents: 5000, reason, leftCents };
  expect((await team.call('refundCharge', { params: { id: charge?.id ?? '' }, body })).status).toBe(200);
  await set({ actualHours: 3, reason });
  const past = (await read()).extra?.terms?.past;
  expect(past).toMatchObject({ beforeCents: leftCents - 5000, amountCents: anHour + 5000 });
  server.clock.advance({ minutes: 1 });
  expect((await agree()).status).toBe(200);
  expect(await charges()).toEqual([
    ['refunded', leftCents, leftCents],
    ['booked', leftCents + anHour, 0],
  ]);
});

test('work taken back leaves no agreement, nor its hourly price', async () => {
  const { set, read, agree, charges, user } = await aMember({ held: 3 });
  await set({ actualHours: 3, reason });
  await agree();
  await set({ actualHours: 2 });
  expect(await charges()).toEqual([['refunded', anHour, anHour]]);
  await server.deps.db
    .updateTable('subscriptions')
    .set({ tier: 'premium', next_tier: 'premium', version_id: 'premium', next_version_id: 'premium' })
    .where('user_id', '=', user.id)
    .execute();
  await server.deps.db
    .updateTable('hour_grants')
    .set({ tier: 'premium', version_id: 'premium' })
    .where('user_id', '=', user.id)
    .execute();
  server.clock.advance({ minutes: 1 });
  await set({ actualHours: 3, reason });
  const another = 9_802;
  expect((await read()).extra?.terms?.past).toMatchObject({ amountCents: another, tier: 'premium' });
  expect((await agree()).status).toBe(200);
  expect(await charges()).toEqual([
    ['refunded', anHour, anHour],
    ['booked', another, 0],
  ]);
});

test('a refused card leaves the work owed, and it is paid like other work', async () => {
  const { set, agree, plan, charges, read } = await aMember({ held: 3, card: cards.asksAlways });
  await set({ actualHours: 3, reason });
  expect((await agree()).status).toBe(200);
  expect(await charges()).toEqual([['awaiting', anHour, 0]]);
  expect(await read()).toMatchObject({ actualHours: 3, past: { state: 'owed' } });
  expect((await plan()).owedWork).toMatchObject([{ amountCents: anHour }]);
});

test('remaining hours can be used although nothing past them is sold, or the plan has ended', async () => {
  const { set, read, agree, user, shown, me } = await aMember({ held: 3 });
  await set({ actualHours: 3, reason });
  const elsewhere = await refusing.as(user);
  const { body } = await elsewhere.call('agreeToExtraHours', {
    params: { id: (await read()).id },
    body: { ...(await shown()), amountCents: 0 },
  });
  expect(body.code).toBe('hours_short');
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('user_id', '=', user.id)
    .execute();
  expect((await read()).extra?.terms).toEqual({ planHours: 0, cardHours: 1, past: null, owed: null });
  expect((await agree()).body.code).toBe('hours_short');
  expect((await me()).usedHours).toBe('2');
  // The booking that held the others is cancelled.
  await server.deps.db
    .updateTable('bookings')
    .set({ status: 'cancelled' })
    .where('user_id', '=', user.id)
    .where('status', '=', 'pending')
    .execute();
  expect((await agree()).status).toBe(200);
  expect((await read()).actualHours).toBe(3);
});

test('work paid by card and requests without an agreement ask nothing', async () => {
  const { user } = await aMember();
  for (const payment_type of ['one_time', 'custom_quote'] as const) {
    const { id } = await aBooking(server.deps.db, { user_id: user.id, payment_type, estimated_minutes: 60 });
    const body = { status: 'completed', actualHours: 3 };
    const done = await team.call('setBookingStatus', { params: { id }, body });
    expect(done.body).toMatchObject({ actualHours: 3 });
    expect(done.body).not.toHaveProperty('extra');
  }
});

test('the preview shows exactly the question that is asked', async () => {
  const { set, params } = await aMember();
  const preview = async (actualHours?: number) =>
    (
      await team.call('previewBookingStatus', {
        params,
        query: { status: 'completed', ...(actualHours === undefined ? {} : { actualHours }) },
      })
    ).body;
  expect(await preview(3.5)).toMatchObject({
    actualHours: 2,
    usedHours: 2,
    askedHours: 1.5,
    withdrawnHours: 0,
    letter: 'sent',
  });
  await set({ actualHours: 3.5, reason });
  expect(await preview(3.5)).toMatchObject({ usedHours: 0, askedHours: 1.5, letter: 'none' });
  expect(await preview(3)).toMatchObject({ usedHours: 0, askedHours: 1, withdrawnHours: 0, letter: 'sent' });
  expect(await preview(2)).toMatchObject({ askedHours: 0, withdrawnHours: 1.5, letter: 'none' });
});
