import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { scheduled_date, startMembersBookings, today } from '../../../testing/builders/members-bookings.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

const freeUntil = '2026-11-30T22:30:00.000Z';
const aMillisecondLater = '2026-11-30T22:30:00.001Z';

let server: TestServer;
let db: Db;
let aMembersBooking: Awaited<ReturnType<typeof startMembersBookings>>['aMembersBooking'];
let setStatus: Awaited<ReturnType<typeof startMembersBookings>>['setStatus'];
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
  ({ aMembersBooking, setStatus } = await startMembersBookings(server));
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

test('the detail shows the end of the free time, and the effect of cancelling', async () => {
  const { read } = await aMembersBooking();
  expect(await read()).toMatchObject({
    changes: { freeUntil, cancel: { outcome: 'release', amountCents: 0, hours: 2 }, mayReschedule: true },
    moves: [],
    payment: null,
  });
  server.clock.set(aMillisecondLater);
  expect((await read()).changes).toEqual({
    freeUntil,
    cancel: { outcome: 'forfeit', amountCents: 0, hours: 2 },
    mayReschedule: false,
  });
});

test('a custom quote, and a plan booking without a plan, can be cancelled free at any time', async () => {
  for (const booking of [
    await aMembersBooking({ payment_type: 'custom_quote' }),
    await aMembersBooking({}, 'no plan'),
  ]) {
    const free = { outcome: 'free', amountCents: 0, hours: 0 };
    expect((await booking.read()).changes.cancel).toEqual(free);
    server.clock.set(aMillisecondLater);
    expect((await booking.read()).changes.cancel).toEqual(free);
    expect((await booking.cancel('free')).body.status).toBe('cancelled');
    expect((await booking.hours())[0]).toBe(0);
    server.clock.set(today);
  }
});

test('hours left of an ended plan are held like those of a running one', async () => {
  const booking = await aMembersBooking();
  await db
    .updateTable('subscriptions')
    .set({ status: 'ended' })
    .where('user_id', '=', booking.user.id)
    .execute();
  expect((await booking.read()).changes.cancel?.outcome).toBe('release');
});

test('hours of open bookings are held: not free to book until the booking is cancelled', async () => {
  const { cancel, client } = await aMembersBooking();
  const hours = async () => {
    const { heldHours, remainingHours, usedHours } = (await client.call('readUser')).body;
    return [heldHours, remainingHours, usedHours];
  };
  expect(await hours()).toEqual([2, 10, '0']);
  await cancel('release');
  expect(await hours()).toEqual([0, 12, '0']);
  const without = await aMembersBooking({}, 'no plan');
  expect((await without.client.call('readUser')).body).toMatchObject({ heldHours: 0, remainingHours: 0 });
});

test('cancelling in the last free moment releases the hours, and a repeat gets the same answer', async () => {
  const { cancel, life, hours } = await aMembersBooking();
  server.clock.set(freeUntil);
  const first = await cancel('release');
  expect([first.status, first.body.status]).toEqual([200, 'cancelled']);
  expect(first.body.changes.cancel).toBeNull();
  server.clock.set(aMillisecondLater);
  expect((await cancel('release')).body).toEqual(first.body);
  expect(await life()).toEqual(['scheduled', 'cancelled']);
  expect(await hours()).toEqual([0, 12]);
});

test('cancelling a millisecond later uses the hours; on the earlier terms nothing happens', async () => {
  const { cancel, life, hours } = await aMembersBooking();
  server.clock.set(aMillisecondLater);
  const stale = await cancel('release');
  expect([stale.status, stale.body.code]).toEqual([409, 'terms_changed']);
  expect(await life()).toEqual(['scheduled']);
  expect(await hours()).toEqual([0, 12]);

  expect((await cancel('forfeit')).body.status).toBe('cancelled');
  expect(await hours()).toEqual([2, 10]);
  expect((await cancel('forfeit')).status).toBe(200);
  expect(await hours()).toEqual([2, 10]);
});

test.each(['release', 'forfeit'])(
  'a cancellation that is a %s does nothing if other hours were agreed to',
  async (outcome) => {
    const { id, read, cancel, life, hours } = await aMembersBooking();
    if (outcome === 'forfeit') server.clock.set(aMillisecondLater);
    const { cancel: seen } = (await read()).changes;
    expect(seen).toEqual({ outcome, amountCents: 0, hours: 2 });
    const estimate = (minutes: number) =>
      db.updateTable('bookings').set({ estimated_minutes: minutes }).where('id', '=', id).execute();
    for (const minutes of [360, 60, 0]) {
      await estimate(minutes);
      const stale = await cancel(outcome, randomUUID(), { amountCents: 0, hours: 2 });
      expect([stale.status, stale.body.code], `${minutes} minutes`).toEqual([409, 'terms_changed']);
    }
    expect(await life()).toEqual(['scheduled']);

    await estimate(360);
    const { cancel: anew } = (await read()).changes;
    expect(anew).toEqual({ outcome, amountCents: 0, hours: 6 });
    const key = randomUUID();
    expect((await cancel(outcome, key, { amountCents: 0, hours: 6 })).body.status).toBe('cancelled');
    expect(await hours()).toEqual(outcome === 'forfeit' ? [6, 6] : [0, 12]);
    // The booking is cancelled, so a repeat, or another tap on the old terms, is no conflict.
    expect((await cancel(outcome, key, { amountCents: 0, hours: 6 })).status).toBe(200);
    expect((await cancel(outcome, randomUUID(), { amountCents: 0, hours: 2 })).status).toBe(200);
  },
);

test('an app that sends no hours is checked by the outcome alone, and one that sends nonsense is refused', async () => {
  const { id, cancel, life } = await aMembersBooking();
  await db.updateTable('bookings').set({ estimated_minutes: 360 }).where('id', '=', id).execute();
  expect((await cancel('release', randomUUID(), { hours: 'two' as unknown as number })).status).toBe(400);
  expect((await cancel('release', randomUUID(), { amountCents: 0.5 })).status).toBe(400);
  expect(await life()).toEqual(['scheduled']);
  expect((await cancel('release')).body.status).toBe('cancelled');
});

test.each([
  ['spring', '2026-10-03T22:00:00.000Z', '2026-10-02T23:00:00.000Z'],
  ['autumn', '2027-04-04T00:00:00.000Z', '2027-04-02T23:00:00.000Z'],
])('in %s the day before is as long as the clocks make it', async (_, scheduled, until) => {
  server.clock.set(until);
  const { read, cancel, move } = await aMembersBooking({ scheduled_date: scheduled });
  expect((await read()).changes).toMatchObject({ freeUntil: until, mayReschedule: true });
  server.clock.set(new Date(Date.parse(until) + 1).toISOString());
  expect((await move('2027-06-01T00:00:00.000Z')).body.code).toBe('too_late');
  expect((await cancel('release')).body.code).toBe('terms_changed');
  expect((await cancel('forfeit')).status).toBe(200);
});

test('a business in another zone uses its own zone', async () => {
  const northern = await startTestServer({ env: { BUSINESS_TIME_ZONE: 'America/New_York' } });
  try {
    northern.clock.set(today);
    const user = await aUser(northern.deps.db);
    const { id } = await aBooking(northern.deps.db, {
      user_id: user.id,
      scheduled_date: '2027-03-14T14:00:00.000Z',
    });
    const { body } = await (await northern.as(user)).call('readBooking', { params: { id } });
    expect(body.changes.freeUntil).toBe('2027-03-13T15:00:00.000Z');
  } finally {
    await northern.close();
  }
});

test('work that has begun or is done cannot be cancelled, moved or used twice', async () => {
  for (const status of ['in_progress', 'completed'] as const) {
    const { id, read, cancel, move, hours } = await aMembersBooking();
    await setStatus(id, status);
    const before = await hours();
    expect((await read()).changes).toMatchObject({ cancel: null, mayReschedule: false });
    for (const answer of [await cancel('release'), await move('2026-12-05T00:00:00.000Z')])
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(await hours()).toEqual(before);
  }
});

test('a move keeps the agreement, asks the team again, and is recorded with its mover and time', async () => {
  const { id, user, move, life, hours } = await aMembersBooking();
  const to = '2026-12-08T03:00:00.000Z';
  const moved = await move('2026-12-08T14:00:00+11:00');
  expect(moved.status).toBe(400);
  const { body } = await move(to);
  expect(body).toMatchObject({
    status: 'pending',
    scheduledDate: to,
    moves: [{ from: scheduled_date, to, at: today }],
    changes: { freeUntil: '2026-12-07T03:00:00.000Z', cancel: { outcome: 'release' }, mayReschedule: true },
  });
  expect(await life()).toEqual(['scheduled', 'pending']);
  expect(await hours()).toEqual([0, 12]);
  const rows = await db.selectFrom('booking_moves').selectAll().where('booking_id', '=', id).execute();
  expect(rows).toMatchObject([{ seq: 1, actor_id: user.id }]);
});

test('a repeated move changes nothing, also if its notice period has begun since', async () => {
  const { move } = await aMembersBooking();
  const to = '2026-12-08T03:00:00.000Z';
  const first = await move(to);
  expect((await move(to)).body).toEqual(first.body);
  server.clock.set('2026-12-07T12:00:00.000Z');
  const late = await move(to);
  expect([late.status, late.body.moves.length]).toEqual([200, 1]);
});

test('a pending booking stays pending, and each move is recorded', async () => {
  const { move, life } = await aMembersBooking({ status: 'pending', scheduled_date: null });
  await move('2026-12-08T03:00:00.000Z');
  const { body } = await move('2026-12-09T03:00:00.000Z');
  expect(body.moves.map((m) => [m.from, m.to])).toEqual([
    [null, '2026-12-08T03:00:00.000Z'],
    ['2026-12-08T03:00:00.000Z', '2026-12-09T03:00:00.000Z'],
  ]);
  expect(await life()).toEqual(['pending']);
});

test('a move is free to the last moment and refused after it, so it cannot avoid the notice period', async () => {
  const booking = await aMembersBooking();
  server.clock.set(aMillisecondLater);
  const late = await booking.move('2027-01-10T00:00:00.000Z');
  expect([late.status, late.body.code]).toEqual([409, 'too_late']);
  expect(await booking.read()).toMatchObject({
    scheduledDate: scheduled_date,
    moves: [],
    status: 'scheduled',
  });

  server.clock.set(freeUntil);
  // A move into the notice period of the new time is allowed, and that period has begun.
  const soon = await booking.move('2026-12-01T00:00:00.000Z');
  expect(soon.body.changes).toMatchObject({ cancel: { outcome: 'forfeit' }, mayReschedule: false });
  expect((await booking.move('2027-01-10T00:00:00.000Z')).body.code).toBe('too_late');
});

test('a past or present time is refused in the form’s words', async () => {
  const { move, read } = await aMembersBooking();
  for (const to of ['2026-11-19T00:00:00.000Z', today]) {
    const { status, body } = await move(to);
    expect([status, body.fields]).toEqual([
      400,
      { scheduledDate: 'Please select a preferred date and time' },
    ]);
  }
  expect((await move('tomorrow')).body.code).toBe('invalid_input');
  expect((await read()).moves).toEqual([]);
  expect((await move('2026-11-20T02:00:00.001Z')).status).toBe(200);
});

test('strangers, visitors and administrators cannot change another person’s booking', async () => {
  const { id, read } = await aMembersBooking();
  const before = await read();
  const params = { id };
  const stranger = await server.as(await aUser(db));
  const admin = await server.as(await anAdmin(db));
  const never = { id: randomUUID() };
  for (const [client, status, of] of [
    [stranger, 404, params],
    [stranger, 404, never],
    [server.anyone, 401, params],
    [admin, 403, params],
    [admin, 404, never],
  ] as const) {
    const answers = [
      await client.call('cancelBooking', { params: of, body: { outcome: 'release' } }),
      await client.call('rescheduleBooking', {
        params: of,
        body: { scheduledDate: '2026-12-08T03:00:00.000Z' },
      }),
      await client.call('reviewBooking', { params: of, body: { rating: 5, review: '' } }),
    ];
    expect(answers.map((a) => a.status)).toEqual([status, status, status]);
  }
  expect(await read()).toEqual(before);
  // An administrator sees the customer’s terms.
  expect((await admin.call('readBooking', { params })).body).toEqual(before);
});

test('ten simultaneous cancellations cancel once', async () => {
  const { cancel, life, hours } = await aMembersBooking();
  server.clock.set(aMillisecondLater);
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel('forfeit')));
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
  expect(await life()).toEqual(['scheduled', 'cancelled']);
  expect(await hours()).toEqual([2, 10]);
});

test('a cancellation that races the completion never costs more than the work', async () => {
  for (let round = 0; round < 4; round++) {
    server.clock.set(aMillisecondLater);
    const { id, cancel, read, hours } = await aMembersBooking();
    const complete = async () => setStatus(id, 'completed', 2.25);
    const [first, second] =
      round % 2 ? [complete, () => cancel('forfeit')] : [() => cancel('forfeit'), complete];
    const answers = await Promise.all([first(), second()]);
    const [done, called] = round % 2 ? answers : [...answers].reverse();
    expect(done?.status).toBe(200);
    expect([200, 409]).toContain(called?.status);
    expect(await read()).toMatchObject({ status: 'completed', actualHours: 2.25 });
    expect(await hours()).toEqual([2.25, 9.75]);
  }
});

test('a move that races a cancellation leaves a cancelled booking', async () => {
  const { cancel, move, read } = await aMembersBooking();
  const [cancelled] = await Promise.all([cancel('release'), move('2026-12-08T03:00:00.000Z')]);
  expect(cancelled.status).toBe(200);
  expect((await read()).status).toBe('cancelled');
});

test('a late cancellation’s hours come back when the team reopens the booking, and count from the work when it is done', async () => {
  const { id, cancel, hours } = await aMembersBooking();
  server.clock.set(aMillisecondLater);
  await cancel('forfeit');
  expect(await hours()).toEqual([2, 10]);
  await setStatus(id, 'scheduled');
  expect(await hours()).toEqual([0, 12]);

  const other = await aMembersBooking();
  await other.cancel('forfeit');
  server.clock.set('2026-12-02T00:00:00.000Z');
  await setStatus(other.id, 'completed', 2);
  expect(await other.hours()).toEqual([2, 10]);
  const uses = await db
    .selectFrom('hour_entries')
    .select(['kind', 'minutes', 'at'])
    .where('booking_id', '=', other.id)
    .orderBy('at')
    .orderBy('minutes')
    .execute();
  expect(uses).toEqual([
    { kind: 'use', minutes: -120, at: aMillisecondLater },
    { kind: 'use', minutes: -120, at: '2026-12-02T00:00:00.000Z' },
    { kind: 'reversal', minutes: 120, at: '2026-12-02T00:00:00.000Z' },
  ]);
});

test('a cancellation by the team uses no hours, however late; an earlier late one by the customer stays', async () => {
  const { id, hours } = await aMembersBooking();
  server.clock.set(aMillisecondLater);
  await setStatus(id, 'cancelled');
  expect(await hours()).toEqual([0, 12]);
  const late = await aMembersBooking();
  await late.cancel('forfeit');
  await setStatus(late.id, 'cancelled');
  expect(await late.hours()).toEqual([2, 10]);
});

test('a late cancellation past the balance is overage', async () => {
  const { cancel, hours } = await aMembersBooking({ estimated_minutes: 840 });
  server.clock.set(aMillisecondLater);
  await cancel('forfeit');
  expect(await hours()).toEqual([14, 0]);
});

test('one Idempotency-Key on several simultaneous changes is accepted once, and refused for the others', async () => {
  const bookings = [await aMembersBooking(), await aMembersBooking(), await aMembersBooking()];
  const idempotencyKey = randomUUID();
  const later = new Date(Date.parse(scheduled_date) + 86_400_000).toISOString();
  for (const change of ['move', 'cancel'] as const) {
    const answers = await Promise.all(
      bookings.map(async ({ user, id }) => {
        const client = await server.as(user);
        return change === 'move'
          ? client.call('rescheduleBooking', {
              params: { id },
              body: { scheduledDate: later },
              idempotencyKey,
            })
          : client.call('cancelBooking', { params: { id }, body: { outcome: 'release' }, idempotencyKey });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { body, status } of answers) if (status === 409) expect(body.code).toBe('key_reused');
  }
});
