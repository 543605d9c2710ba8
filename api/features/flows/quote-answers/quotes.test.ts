import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../bus/changed.ts';
import { aBooking, anAdmin, aPlan, aUser } from '../../../testing/builders/builders.ts';
import { aRequest, startWithCatalogue, wantedDate } from '../../../testing/builders/requests.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startWithCatalogue();
});
const today = '2026-11-20T02:00:00.000Z';
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

const hours = (form: object = {}) => ({ kind: 'hours', amountCents: undefined, hours: 3, ...form });

/** A request of a member, with 12 hours unless given. */
async function aMembersRequest(tier: 'basic' | 'standard' = 'standard') {
  const user = await aUser(server.deps.db);
  await aPlan(server.deps.db, { user_id: user.id, tier });
  return aRequest(server, { user });
}

test('a request waits with its whole text, its customer, and the time of the promised answer', async () => {
  const { id, user, request } = await aMembersRequest();
  expect(await request('waiting')).toEqual({
    id,
    state: 'waiting',
    bookingStatus: 'pending',
    mayQuote: true,
    createdAt: today,
    answerBy: '2026-11-20T04:00:00.000Z',
    answeredAt: null,
    serviceName: 'Piano tuning',
    description: 'An upright from 1972, not tuned for years.',
    priority: 'standard',
    location: '12 Wattle Street, Newtown',
    contactInfo: '0400 000 000',
    wantedDate,
    scheduledDate: wantedDate,
    estimatedHours: 2.5,
    notes: 'Custom Service Request: Piano tuning',
    customer: {
      id: user.id,
      name: 'Alex Nguyen',
      email: user.email,
      emailVerified: true,
      tier: 'standard',
      remainingHours: 12,
      hasPriority: true,
    },
    quote: null,
  });
});

test('waiting requests are in the order of their due answers; within a minute, emergencies and urgent ones first', async () => {
  const ownServer = await startWithCatalogue();
  try {
    const ask = async (at: string, priority: string) => {
      ownServer.clock.set(at);
      return (await aRequest(ownServer, { fields: { priority } })).id;
    };
    const later = await ask('2026-11-20T02:05:10.000Z', 'emergency');
    const standard = await ask('2026-11-20T02:01:05.000Z', 'standard');
    const urgent = await ask('2026-11-20T02:01:20.000Z', 'urgent');
    const emergency = await ask('2026-11-20T02:01:50.000Z', 'emergency');
    const first = await ask('2026-11-20T02:00:59.000Z', 'standard');
    const team = await ownServer.as(await anAdmin(ownServer.deps.db));
    const due = [first, emergency, urgent, standard, later];
    const all = await team.call('listRequests', { query: { state: 'waiting' } });
    expect(all.body.map(({ id }) => id)).toEqual(due);

    const seen: string[] = [];
    let path: string | undefined = '/api/admin/requests?state=waiting&limit=2';
    while (path) {
      const answer: Response = await team.raw('GET', path);
      seen.push(...(await answer.json()).map((request: { id: string }) => request.id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(due);
    const strange = await team.call('listRequests', { query: { state: 'waiting', cursor: 'no' } });
    expect([strange.status, Object.keys(strange.body.fields ?? {})]).toEqual([400, ['cursor']]);
    expect((await team.call('countRequests')).body).toEqual({
      waiting: 5,
      answered: 0,
      settled: 0,
      most: 1000,
    });
  } finally {
    await ownServer.close();
  }
});

test('a quote answers a request: it stops the clock, is shown and mailed to the customer, and is logged', async () => {
  const { id, user, client, administrator, quote, read, request, params } = await aRequest(server);
  server.clock.advance({ minutes: 40 });
  const scheduledDate = '2026-11-25T01:00:00.000Z';
  const { status, body } = await quote({ scheduledDate, message: 'We would bring a new string set.' });
  expect(status).toBe(200);
  const sent = {
    id: body.quote?.id,
    kind: 'price',
    amountCents: 24_000,
    hours: null,
    scheduledDate,
    message: 'We would bring a new string set.',
    state: 'open',
    // A week, but not past the time that it proposes.
    expiresAt: scheduledDate,
    createdAt: '2026-11-20T02:40:00.000Z',
  };
  expect(body).toMatchObject({ id, state: 'answered', answeredAt: '2026-11-20T02:40:00.000Z', quote: sent });
  expect(await request('answered')).toEqual(body);
  expect(await request('waiting')).toBeUndefined();
  expect((await read()).quote).toEqual({ ...sent, terms: null });
  expect((await client.call('listBookings')).body).toMatchObject([
    { id, quoteUntil: scheduledDate, quoteCents: 24_000 },
  ]);
  const thread = await client.call('listMessages', { params });
  expect(thread.body).toMatchObject([{ message: 'We would bring a new string set.', senderType: 'admin' }]);
  const { db } = server.deps;
  const notices = db.selectFrom('notices').select('kind').where('user_id', '=', user.id);
  expect(await notices.execute()).toContainEqual({ kind: 'quote' });
  const acts = await db.selectFrom('audit_acts').selectAll().where('subject_id', '=', id).execute();
  expect(acts).toMatchObject([
    { actor_id: administrator.id, act: 'quote_sent', subject_kind: 'booking', user_id: user.id },
  ]);
  expect(JSON.parse(acts[0]?.details ?? '')).toMatchObject({ amountCents: 24_000, replaces: null });
  expect(acts[0]?.details).not.toContain('string set');
});

test('open apps of the customer and the team are told to read again', async () => {
  const { id, user, quote, accept } = await aMembersRequest();
  const heard = recordChanges(server.deps);
  const { body } = await quote(hours({ message: 'With pleasure.' }));
  const hint = (keys: string[], to: Partial<Change>) =>
    expect(heard).toContainEqual(
      expect.objectContaining({ ...to, keys: expect.arrayContaining(keys) as unknown }),
    );
  hint(['/api/bookings', `/api/bookings/${id}`], { people: [user.id] });
  hint(['/api/admin/requests', '/api/admin/requests/'], { admins: true });
  hint([`/api/bookings/${id}/messages`], { people: [user.id], admins: true });
  heard.length = 0;
  await accept(body.quote?.id ?? '');
  hint([`/api/bookings/${id}`, '/api/hours'], { people: [user.id] });
});

test('a repeated quote sends nothing more; other content under its key is refused', async () => {
  const { id, quote, params, client } = await aRequest(server);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => quote({ message: 'One letter' }, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.quote?.id)).size).toBe(1);
  expect((await client.call('listMessages', { params })).body).toHaveLength(1);
  const rows = server.deps.db.selectFrom('quotes').select('id').where('booking_id', '=', id);
  expect(await rows.execute()).toHaveLength(1);
  expect(await quote({ amountCents: 25_000 }, key)).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  });
});

test('a newer quote replaces the open one, which can be neither accepted nor declined', async () => {
  const { quoted, accept, decline, read, request } = await aMembersRequest();
  const first = await quoted(hours());
  const second = await quoted(hours({ hours: 2 }));
  for (const answer of [await accept(first), await decline(first)])
    expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed']);
  expect((await read()).quote).toMatchObject({ id: second, hours: 2, state: 'open' });
  expect((await request('answered'))?.quote?.id).toBe(second);
  expect((await accept(randomUUID())).status).toBe(404);
});

test('an accepted hours quote is a scheduled booking with the plan: it holds its hours, and uses them once done', async () => {
  const { id, client, team, quoted, accept, read, request, params, user } = await aMembersRequest();
  const me = async () => (await client.call('readUser')).body;
  const scheduledDate = '2026-11-25T01:00:00.000Z';
  const quoteId = await quoted(hours({ scheduledDate }));
  expect((await read()).quote).toMatchObject({ terms: { freeHours: 12, missingHours: 0 } });
  expect(await me()).toMatchObject({ heldHours: 0, remainingHours: 12 });

  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(quoteId)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]?.body).toMatchObject({
    clientSecret: null,
    booking: {
      id,
      status: 'scheduled',
      paymentType: 'subscription',
      scheduledDate,
      estimatedHours: 3,
      service: { name: 'Piano tuning', estimatedHours: 3 },
      changes: { cancel: { outcome: 'release', hours: 3 } },
      quote: { state: 'accepted', terms: null },
    },
  });
  const detail = await read();
  expect(detail.statusChanges.map(({ to, by }) => [to, by])).toEqual([
    ['pending', 'customer'],
    ['scheduled', 'customer'],
  ]);
  expect(detail.moves).toMatchObject([{ from: wantedDate, to: scheduledDate, by: 'team' }]);
  expect((await client.call('listBookings')).body[0]).not.toHaveProperty('quoteUntil');
  expect(await me()).toMatchObject({ heldHours: 3, remainingHours: 9 });
  // The request’s own values stay as the customer gave them.
  expect(await request('settled')).toMatchObject({
    estimatedHours: 2.5,
    wantedDate,
    scheduledDate,
    mayQuote: false,
    quote: { state: 'accepted' },
    customer: { id: user.id, remainingHours: 9 },
  });
  await team.call('setBookingStatus', { params, body: { status: 'completed', actualHours: 2 } });
  expect(await me()).toMatchObject({ heldHours: 0, remainingHours: 10, usedHours: '2' });
});

test('without a proposed time, the customer’s own is agreed on; a passed one is not', async () => {
  const one = await aMembersRequest();
  const booked = await one.accept(await one.quoted(hours()));
  expect(booked.body.booking).toMatchObject({ status: 'scheduled', scheduledDate: wantedDate, moves: [] });
  const two = await aMembersRequest();
  server.clock.set('2026-11-30T02:00:00.000Z');
  const quoteId = await two.quoted(hours());
  server.clock.set('2026-12-02T02:00:00.000Z');
  const late = await (await server.as(two.user)).call('acceptQuote', {
    params: two.params,
    body: { quoteId },
  });
  expect(late.body.booking).toMatchObject({ status: 'pending', scheduledDate: wantedDate });
});

test('hours past the balance are agreed on the present terms, also if more are missing since', async () => {
  const { user, quoted, accept, read } = await aMembersRequest('basic');
  const quoteId = await quoted(hours({ hours: 6 }));
  const one = { past: { missingHours: 1, amountCents: 13_020 } };
  expect((await read()).quote).toMatchObject({ terms: { missingHours: 1, past: { amountCents: 13_020 } } });
  expect((await accept(quoteId)).body.code).toBe('hours_short');
  const other = await aRequest(server, { user });
  expect((await other.accept(await other.quoted(hours({ hours: 2 })))).status).toBe(200);
  expect((await accept(quoteId, one)).body.code).toBe('terms_changed');
  expect((await read()).quote).toMatchObject({ terms: { missingHours: 3 } });
  const three = { past: { missingHours: 3, amountCents: 39_060 } };
  expect((await accept(quoteId, three)).body.booking).toMatchObject({ status: 'scheduled' });
});

test('two simultaneous quotes do not count on the same hours', async () => {
  const one = await aMembersRequest('basic');
  const two = await aRequest(server, { user: one.user });
  const ids = [await one.quoted(hours({ hours: 4 })), await two.quoted(hours({ hours: 4 }))];
  const answers = await Promise.all([one.accept(ids[0] ?? ''), two.accept(ids[1] ?? '')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('hours cannot be quoted to a person without a plan, nor accepted once it has ended', async () => {
  const none = await aRequest(server);
  expect(await none.quote(hours())).toMatchObject({ status: 409, body: { code: 'plan_required' } });
  const { user, quoted, accept, read } = await aMembersRequest();
  const quoteId = await quoted(hours());
  const { db } = server.deps;
  await db.deleteFrom('hour_entries').where('user_id', '=', user.id).execute();
  await db.updateTable('subscriptions').set({ status: 'ended' }).where('user_id', '=', user.id).execute();
  expect((await read()).quote).toMatchObject({ state: 'open', terms: null });
  expect((await accept(quoteId)).body.code).toBe('plan_required');
});

test('a declined quote leaves the request to the team, which may send another', async () => {
  const { quoted, decline, accept, read, request } = await aMembersRequest();
  const quoteId = await quoted(hours());
  const declined = await decline(quoteId);
  expect(declined.body).toMatchObject({ status: 'pending', quote: { state: 'declined' } });
  expect((await decline(quoteId)).status).toBe(200);
  expect((await accept(quoteId)).body.code).toBe('conflict');
  expect(await request('settled')).toMatchObject({ mayQuote: true, quote: { state: 'declined' } });
  const next = await quoted(hours({ hours: 1 }));
  expect((await accept(next)).status).toBe(200);
  expect((await read()).status).toBe('scheduled');
});

test('a withdrawn quote makes the request wait again, and the time of the first answer stays', async () => {
  const { id, quoted, withdraw, accept, read, request } = await aMembersRequest();
  expect((await withdraw()).status).toBe(404);
  const quoteId = await quoted(hours());
  server.clock.advance({ minutes: 3 });
  for (let times = 0; times < 2; times += 1)
    expect((await withdraw()).body).toMatchObject({ state: 'waiting', quote: { state: 'withdrawn' } });
  expect(await request('waiting')).toMatchObject({ answeredAt: today });
  expect((await read()).quote).toMatchObject({ state: 'withdrawn' });
  expect(await accept(quoteId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const acts = server.deps.db.selectFrom('audit_acts').select('act').where('subject_id', '=', id);
  expect((await acts.orderBy('created_at').execute()).map(({ act }) => act)).toEqual([
    'quote_sent',
    'quote_withdrawn',
  ]);
  const next = await quoted(hours());
  expect((await accept(next)).status).toBe(200);
  expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a quote expires by the clock', async () => {
  const { user, params, quote, read, request } = await aMembersRequest();
  const { body } = await quote(hours({ expiresAt: '2026-11-21T02:00:00.000Z' }));
  const quoteId = body.quote?.id ?? '';
  server.clock.set('2026-11-21T01:59:59.999Z');
  expect((await read()).quote).toMatchObject({ state: 'open' });
  server.clock.set('2026-11-21T02:00:00.000Z');
  expect((await read()).quote).toMatchObject({ state: 'expired', terms: null });
  expect(await request('answered')).toMatchObject({ mayQuote: true, quote: { state: 'expired' } });
  const client = await server.as(user);
  for (const name of ['acceptQuote', 'declineQuote'] as const) {
    const { status, body: refused } = await client.call(name, { params, body: { quoteId } });
    expect([status, refused.code]).toEqual([409, 'conflict']);
  }
});

test('a request cancelled, begun or taken on is settled; reopened, it waits or is answered again', async () => {
  const { team, client, params, quoted, accept, quote, request, read } = await aMembersRequest();
  const set = (status: string) => team.call('setBookingStatus', { params, body: { status } });
  await set('cancelled');
  expect(await request('settled')).toMatchObject({ bookingStatus: 'cancelled', mayQuote: false });
  expect(await quote()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await set('pending');
  expect(await request('waiting')).toBeDefined();
  await set('scheduled');
  expect(await request('settled')).toMatchObject({ mayQuote: true });
  await set('pending');
  const quoteId = await quoted(hours());
  await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  expect(await request('settled')).toBeDefined();
  expect((await read()).quote).toMatchObject({ state: 'withdrawn' });
  expect((await accept(quoteId)).body.code).toBe('conflict');
  await set('pending');
  expect(await request('answered')).toMatchObject({ quote: { state: 'open' } });
  expect((await accept(quoteId)).status).toBe(200);
});

test('another person’s quote is not found, and an administrator cannot accept for the customer', async () => {
  const { quoted, params, team, read } = await aMembersRequest();
  const quoteId = await quoted(hours());
  const stranger = await server.as(await aUser(server.deps.db));
  for (const name of ['acceptQuote', 'declineQuote'] as const) {
    const body = { quoteId };
    expect((await server.anyone.call(name, { params, body })).status).toBe(401);
    expect((await stranger.call(name, { params, body })).status).toBe(404);
    expect((await team.call(name, { params, body })).status).toBe(403);
  }
  const other = await aMembersRequest();
  expect((await other.accept(quoteId)).status).toBe(404);
  for (const by of [stranger, server.anyone]) {
    const refused = [
      await by.call('listRequests', { query: { state: 'waiting' } }),
      await by.call('countRequests'),
      await by.call('sendQuote', { params, body: { ...hours(), replaces: quoteId } }),
      await by.call('withdrawQuote', { params, query: { quoteId } }),
    ];
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([by === stranger ? 403 : 401]));
  }
  expect((await read()).quote).toMatchObject({ id: quoteId, state: 'open' });
});

test('only requests can be answered', async () => {
  const { team, client } = await aMembersRequest();
  const booking = await aBooking(server.deps.db);
  const params = { id: booking.id };
  const body = { kind: 'price', amountCents: 100, replaces: null };
  expect((await team.call('sendQuote', { params, body })).status).toBe(404);
  expect((await team.call('sendQuote', { params: { id: randomUUID() }, body })).status).toBe(404);
  expect((await client.call('readBooking', { params })).status).toBe(404);
});

test.each([
  [{ amountCents: 99 }, 'amountCents'],
  [{ amountCents: 5_000_001 }, 'amountCents'],
  [{ amountCents: 100.5 }, 'amountCents'],
  [{ kind: 'hours', hours: 0 }, 'hours'],
  [{ kind: 'hours', hours: 0.3 }, 'hours'],
  [{ kind: 'hours', hours: 100.5 }, 'hours'],
  [{ kind: 'gift' }, 'kind'],
  [{ scheduledDate: today }, 'scheduledDate'],
  [{ scheduledDate: 'soon' }, 'scheduledDate'],
  [{ scheduledDate: '9999-12-31T23:59:59.000Z' }, 'scheduledDate'],
  [{ expiresAt: today }, 'expiresAt'],
  [{ expiresAt: '2027-02-20T02:00:00.000Z' }, 'expiresAt'],
  [{ message: 'm'.repeat(4001) }, 'message'],
])('%o is refused, and names %s', async (form, field) => {
  const { quote, read } = await aMembersRequest();
  const { status, body } = await quote(form);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  expect((await read()).quote).toBeNull();
});
