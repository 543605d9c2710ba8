import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { idleJobs, type Jobs } from '../../../jobs/jobs.ts';
import { PaymentsUnavailable } from '../../../providers/payments/payments.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aBooking, anAdmin, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { aWorker, switchSlots } from '../../../testing/builders/crew.ts';
import { subscribe } from '../../../testing/builders/newsroom.ts';
import { aPayingMember, muchLater } from '../../../testing/builders/plans.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import { intentOf, payWithCard, settled, visit } from '../../../testing/outside/cards.ts';
import { mend } from '../../../testing/outside/mended.ts';
import { aPost, type Post } from '../../../testing/outside/post.ts';
import { aPushService, type PushService } from '../../../testing/outside/push.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let post: Post;
let pushService: PushService;
let server: TestServer;
let db: Db;
let jobs: Jobs;
beforeAll(async () => {
  post = aPost();
  pushService = await aPushService();
  server = await startTestServer({ env: { PUSH_HOSTS: pushService.host }, deps: { mail: post } });
  server.clock.set('2026-11-20T02:00:00.000Z');
  db = server.deps.db;
  await seedCatalogue(db);
  jobs = idleJobs(server.deps);
});
beforeEach(async () => {
  await jobs.runOnce();
  post.letters.length = 0;
});
afterEach(() => mend(server));
afterAll(async () => {
  await jobs.stop();
  await server.close();
  await pushService.close();
});

const lettersTo = async ({ email }: { email: string }) => {
  await jobs.runOnce();
  return post.letters.filter(({ to }) => to === email);
};
const daysAhead = (days: number) => {
  const at = new Date(server.clock.now().getTime() + days * 86_400_000);
  at.setUTCHours(1, 0, 0, 0);
  return at.toISOString();
};

/** A member with a plan, and how they book. */
async function aMember(given: object = {}) {
  const user = await aUser(db, { first_name: 'Olivia', ...given });
  await aPlan(db, { user_id: user.id });
  const client = await server.as(user);
  const service = await aService(db, { name: 'Gutter cleaning', estimated_minutes: 120 });
  const key = randomUUID();
  const book = () =>
    client.call('createBooking', {
      body: {
        serviceId: service.id,
        scheduledDate: daysAhead(7),
        notes: 'Name: Olivia',
        paymentType: 'subscription',
      },
      idempotencyKey: key,
    });
  return { user, client, service, book };
}

test('a booking is confirmed by one letter and no push message, however often it is sent', async () => {
  const { user, client, book } = await aMember();
  const browser = pushService.browser();
  await subscribe(client, browser);
  const { body } = await book();
  await book();
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('We have your booking');
  expect(letter?.text).toContain(`/bookings/${body.id}`);
  expect(letter?.text).toMatch(/ {2}Gutter cleaning\n {2}\w+day .*\(Sydney time\)\n/);
  expect(letter?.html).toContain('Gutter cleaning');
  expect(await lettersTo(user)).toHaveLength(1);
  expect(browser.got).toEqual([]);
});

test('a member who wants no booking updates gets no confirmation; a booking that is called off at once none either', async () => {
  const { user, client, book } = await aMember();
  await client.call('savePreferences', { body: { bookingUpdates: false } });
  const { body } = await book();
  expect(await lettersTo(user)).toEqual([]);
  await client.call('savePreferences', { body: { bookingUpdates: true } });
  await client.call('cancelBooking', { params: { id: body.id }, body: { outcome: 'release' } });
  const quick = await aMember();
  const booked = await quick.book();
  await quick.client.call('cancelBooking', {
    params: { id: booked.body.id },
    body: { outcome: 'release' },
  });
  expect((await lettersTo(quick.user)).map(({ subject }) => subject)).toEqual([
    'You called off your booking',
  ]);
  expect((await lettersTo(user)).map(({ subject }) => subject)).toEqual(['You called off your booking']);
});

test('the letter about a cancellation says what it costs or frees', async () => {
  const { user, client, book } = await aMember();
  const { body } = await book();
  await lettersTo(user);
  post.letters.length = 0;
  await client.call('cancelBooking', { params: { id: body.id }, body: { outcome: 'release' } });
  await client.call('cancelBooking', { params: { id: body.id }, body: { outcome: 'release' } });
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.text).toContain(
    'Your booking is called off, as you wished. Its 2 hours are free to book again.',
  );

  const late = await aBooking(db, {
    user_id: user.id,
    status: 'scheduled',
    estimated_minutes: 120,
    scheduled_date: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
  });
  post.letters.length = 0;
  await client.call('savePreferences', { body: { serviceReminders: false } });
  const params = { id: late.id };
  const refused = await client.call('cancelBooking', { params, body: { outcome: 'release' } });
  expect(refused.status).toBe(409);
  expect(await lettersTo(user)).toEqual([]);
  await client.call('cancelBooking', { params, body: { outcome: 'forfeit' } });
  expect((await lettersTo(user))[0]?.text).toContain(
    'It was later than a day before the visit, so its 2 hours count as used.',
  );
});

test('a booking at a free time that its customer chose is confirmed as agreed, by one letter', async () => {
  await switchSlots(server.deps, 'on');
  const { user, client, service } = await aMember();
  await aWorker(db, { serviceIds: [service.id] });
  const from = daysAhead(14).slice(0, 10);
  const query = { serviceId: service.id, from, days: 1 };
  const [slot] = (await client.call('listSlots', { query })).body;
  const start = slot?.start ?? '';
  const hold = await client.call('createHold', { body: { serviceId: service.id, start } });
  const browser = pushService.browser();
  await subscribe(client, browser);
  const { body } = await client.call('createBooking', {
    body: {
      serviceId: service.id,
      scheduledDate: start,
      notes: 'Name: Olivia',
      paymentType: 'subscription',
      holdId: hold.body.id,
    },
    idempotencyKey: randomUUID(),
  });
  expect(body.status).toBe('scheduled');
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('Your booking is made');
  expect(letter?.text).toContain('your booking is made, and its time is agreed');
  expect(browser.got).toEqual([]);
  await switchSlots(server.deps, 'off');
});

test('a cancellation by the team says what it gives back, and is told whatever was chosen if money goes back', async () => {
  const admin = await server.as(await anAdmin(db));
  const cancel = (id: string) =>
    admin.call('setBookingStatus', { params: { id }, body: { status: 'cancelled' } });
  const planned = await aMember();
  const { body } = await planned.book();
  await lettersTo(planned.user);
  post.letters.length = 0;
  await cancel(body.id);
  const [held] = await lettersTo(planned.user);
  expect(held?.text).toContain(
    'The team has cancelled your booking. It takes none of your hours. If you did',
  );
  expect(held?.text).toContain('To change that');

  const { user, confirm } = await aPaidBooking();
  const paid = await confirm();
  await lettersTo(user);
  post.letters.length = 0;
  await cancel(paid.body.id);
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.text).toContain(
    'We pay back $189.00 to your card. Your bank may take a few days to show it.',
  );
  expect(letter?.text).not.toContain('To change that');
});

test('a customer who wants no booking updates is told what their own cancellation pays back', async () => {
  const { user, client, confirm } = await aPaidBooking();
  const paid = await confirm();
  await lettersTo(user);
  post.letters.length = 0;
  await client.call('cancelBooking', { params: { id: paid.body.id }, body: { outcome: 'refund' } });
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('You called off your booking');
  expect(letter?.text).toContain('We pay back $189.00 to your card.');
});

test('a refund is told a day later too, and when the booking goes on meanwhile', async () => {
  const admin = await server.as(await anAdmin(db));
  const set = (id: string, status: 'cancelled' | 'pending') =>
    admin.call('setBookingStatus', { params: { id }, body: { status } });
  const byTeam = await aPaidBooking();
  const byCustomer = await aPaidBooking();
  const browser = pushService.browser();
  await subscribe(byTeam.client, browser);
  const [first, second] = [(await byTeam.confirm()).body.id, (await byCustomer.confirm()).body.id];
  await lettersTo(byTeam.user);
  post.letters.length = 0;
  post.meets('away');
  await set(first, 'cancelled');
  await byCustomer.client.call('cancelBooking', { params: { id: second }, body: { outcome: 'refund' } });
  for (const id of [first, second]) expect((await set(id, 'pending')).body.status).toBe('pending');
  await jobs.runOnce();
  post.meets('taken');
  server.clock.advance({ hours: 25 });
  for (const { user } of [byTeam, byCustomer]) {
    const texts = (await lettersTo(user)).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('We pay back $189.00 to your card.')]);
  }
  expect(browser.got, 'a screen does not show what is over').toEqual([]);
});

test('a member’s own move is confirmed, only the last of two', async () => {
  const { user, client, book } = await aMember();
  const { body } = await book();
  await lettersTo(user);
  post.letters.length = 0;
  for (const days of [8, 9])
    await client.call('rescheduleBooking', {
      params: { id: body.id },
      body: { scheduledDate: daysAhead(days) },
    });
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('You moved your booking');
  expect(letter?.text).toContain('Your booking is moved to the time below, and the team confirms it.');
});

test('a request is confirmed, unless a quote was quicker', async () => {
  const { user } = await aRequest(server);
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('We have your request');
  expect(letter?.text).toContain('The team answers within 2 hours, with a quote');
  const answered = await aRequest(server);
  await answered.quote();
  expect((await lettersTo(answered.user)).map(({ subject }) => subject)).toEqual(['Your quote is ready']);
});

/** A person whose card has paid for a booking. */
async function aPaidBooking() {
  const user = await aUser(db, { first_name: 'Olivia' });
  const client = await server.as(user);
  for (const [choice, off] of Object.entries({ bookingUpdates: false, teamMessages: false }))
    await client.call('savePreferences', { body: { [choice]: off } });
  const service = await aService(db, { name: 'Gutter cleaning' });
  const scheduledDate = daysAhead(7);
  const begun = await client.call('createPaymentIntent', {
    body: { serviceId: service.id, bookingData: { ...visit, scheduledDate } },
    idempotencyKey: randomUUID(),
  });
  const { clientSecret } = begun.body;
  await payWithCard(server, clientSecret);
  const confirm = () =>
    client.call('confirmOneTimePayment', {
      body: { paymentIntentId: intentOf(clientSecret), serviceId: service.id },
    });
  return { user, client, confirm };
}

test('a card payment has one receipt with the sum, the card and its number, whatever its payer chose', async () => {
  const { user, confirm } = await aPaidBooking();
  const { body } = await confirm();
  await confirm();
  await settled(server);
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('Your payment and your receipt');
  expect(letter?.text).toContain('your payment of $189.00 went through, and your booking is with us');
  expect(letter?.text).toMatch(
    /\n {2}Paid: \$189\.00\n {2}For: Gutter cleaning\n {2}Paid on: \d+ \w+ 20\d\d\n {2}Card: Visa ending in 4242\n {2}Receipt: [0-9A-Z]{10}\n/,
  );
  expect(letter?.text).toContain(`/bookings/${body.id}`);
  expect(letter?.text).not.toContain('To change that');
  expect(letter?.html).toMatch(/Receipt.*[0-9A-Z]{10}/);
});

test('a receipt that goes after its booking was called off promises no confirmation', async () => {
  const { user, client, confirm } = await aPaidBooking();
  const { body } = await confirm();
  await client.call('cancelBooking', { params: { id: body.id }, body: { outcome: 'refund' } });
  await settled(server);
  const receipt = (await lettersTo(user)).find(({ subject }) => subject === 'Your payment and your receipt');
  expect(receipt?.text).toContain(
    'your payment of $189.00 went through. The booking has been called off since',
  );
  expect(receipt?.text).not.toMatch(/confirm|\(Sydney time\)/);
});

test('a receipt waits for a card provider that does not answer, and then goes without the card', async () => {
  const { user, confirm } = await aPaidBooking();
  await confirm();
  await settled(server);
  vi.spyOn(server.deps.payments, 'readRefunds').mockRejectedValue(new PaymentsUnavailable('away'));
  for (const minutes of [0, 2, 6]) {
    server.clock.advance({ minutes });
    expect(await lettersTo(user)).toEqual([]);
  }
  server.clock.advance({ minutes: 16 });
  const [letter, ...more] = await lettersTo(user);
  expect(more).toEqual([]);
  expect(letter?.text).toContain('Paid: $189.00');
  expect(letter?.text).not.toContain('Card:');
});

test('a plan that begins, is renewed and upgraded has a receipt each time, once', async () => {
  const member = await aPayingMember(server, 'standard');
  const [begun, ...more] = await lettersTo(member.user);
  expect(more).toEqual([]);
  expect(begun?.subject).toBe('Your Standard plan has begun');
  expect(begun?.text).toContain('Standard plan gives you 12 hours a month');
  expect(begun?.text).toMatch(/Paid: \$1,400\.99\n {2}For: Standard plan\n/);
  expect(begun?.text).toContain('Card: Visa ending in 4242');
  post.letters.length = 0;
  await muchLater(server, { days: 32 });
  const [renewed, ...others] = await lettersTo(member.user);
  expect(others).toEqual([]);
  expect(renewed?.subject).toBe('Your Standard plan is renewed');
  expect(renewed?.text).toContain('  Used last month: 0 h\n  Free to book now: 24 h\n');
  post.letters.length = 0;
  await member.change({ tier: 'deluxe', terms: await member.upgradeTerms('deluxe') });
  await settled(server);
  expect((await lettersTo(member.user)).map(({ subject }) => subject)).toEqual(['Your plan is now Deluxe']);
});

test('a booking that waits for a plan is confirmed once the plan is paid', async () => {
  const user = await aUser(db);
  const client = await server.as(user);
  const service = await aService(db, { estimated_minutes: 120 });
  await client.call('createBooking', {
    body: {
      serviceId: service.id,
      scheduledDate: daysAhead(7),
      notes: 'Name: Ann',
      paymentType: 'subscription',
    },
  });
  expect(await lettersTo(user)).toEqual([]);
  const begun = await client.call('createSubscription', { body: { tier: 'standard' } });
  await payWithCard(server, begun.body.clientSecret);
  await settled(server);
  expect((await lettersTo(user)).map(({ subject }) => subject).sort()).toEqual([
    'We have your booking',
    'Your Standard plan has begun',
  ]);
});
