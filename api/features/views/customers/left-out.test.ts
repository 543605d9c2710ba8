import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking, aMessage, aPayment, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const as = async (role_id: string) => server.as(await aUser(server.deps.db, { role_id }));

/** A customer with a booking that was paid by card. */
async function aPaidBooking() {
  const { db } = server.deps;
  const { id: userId } = await aUser(db, { first_name: 'Noah' });
  const payment = await aPayment(db, { user_id: userId, status: 'booked', amount_cents: 18_900 });
  const booking = await aBooking(db, { user_id: userId, payment_type: 'one_time', payment_id: payment.id });
  return { userId, id: booking.id };
}

test('a customer’s page and line leave out bookings and wishes for a reader without bookings', async () => {
  const { userId } = await aPaidBooking();
  const bookingParts = ['preferences', 'bookingCounts', 'reviews'];
  const parts = async (role: string) =>
    Object.keys((await (await as(role)).call('readCustomer', { params: { id: userId } })).body);
  const [accountant, support] = [await parts('accountant'), await parts('support')];
  expect(bookingParts.filter((part) => accountant.includes(part))).toEqual([]);
  expect(bookingParts.filter((part) => support.includes(part))).toEqual(bookingParts);
  const line = async (role: string) =>
    (await (await as(role)).call('listCustomers')).body.find(({ id }) => id === userId);
  expect(await line('accountant')).not.toHaveProperty('lastBooking');
  expect(await line('support')).toHaveProperty('openBookings', 1);
});

test('a booking leaves out its payments for a reader without money, in every answer and in the file', async () => {
  const { id, userId } = await aPaidBooking();
  const seen = async (role: string) => {
    const by = await as(role);
    const params = { id };
    const { body: any } = await by.call('readAnyBooking', { params });
    const { body: detail } = await by.call('readBooking', { params });
    const { body: list } = await by.call('listAllBookings', { query: { customer: userId } });
    const file = await (await by.raw('GET', `/api/admin/bookings/export.csv?customer=${userId}`)).text();
    return [any.payment.amountCents, detail.payment?.amountCents, list[0]?.payment.amountCents].concat(
      file.includes('189') ? 18_900 : null,
    );
  };
  expect(await seen('administrator')).toEqual([18_900, 18_900, 18_900, 18_900]);
  expect(await seen('dispatcher')).toEqual([null, undefined, null, null]);
});

test('the counts above the bookings leave out that of customers for a reader without customers', async () => {
  const { body: role } = await (await as('administrator')).call('addRole', {
    body: { name: 'Bookings alone', permissions: ['bookings.read'] },
  });
  const counts = async (of: string) => Object.keys((await (await as(of)).call('summariseBookings')).body);
  expect(await counts('dispatcher')).toContain('activeCustomers');
  expect(await counts(role.id)).not.toContain('activeCustomers');
});

test('a member of the team writes to others as the team, and about an own booking as a customer', async () => {
  const { db } = server.deps;
  const { id: bookingId } = await aPaidBooking();
  const dispatcher = await aUser(db, { role_id: 'dispatcher' });
  const theirBooking = await aBooking(db, { user_id: dispatcher.id });
  const by = await server.as(dispatcher);
  const write = async (to: string) =>
    (await by.call('sendMessage', { body: { bookingId: to, message: 'Hello' } })).body.senderType;
  expect([await write(bookingId), await write(theirBooking.id)]).toEqual(['admin', 'customer']);
  const acts = await db
    .selectFrom('audit_acts')
    .select('subject_id')
    .where('actor_id', '=', dispatcher.id)
    .execute();
  expect(acts).toEqual([{ subject_id: bookingId }]);
});

test('a dispute shows the dates of its booking to a reader of money, and the thread only with bookings', async () => {
  const { db } = server.deps;
  const { id, userId } = await aPaidBooking();
  await aMessage(db, { booking_id: id, sender_id: userId, message: 'The door code is 1234' });
  const now = server.clock.now().toISOString();
  await db
    .insertInto('disputes')
    .values({
      id: '00000000-0000-4000-8000-00000000d15b',
      provider_id: 'dp_1',
      intent_id: 'pi_1',
      user_id: userId,
      payment_id: null,
      booking_id: id,
      invoice_id: null,
      amount_cents: 18_900,
      reason: 'general',
      state: 'open',
      answer_by: null,
      created_at: now,
      updated_at: now,
      closed_at: null,
    })
    .execute();
  const params = { id: '00000000-0000-4000-8000-00000000d15b' };
  const evidence = async (role: string) =>
    (await (await as(role)).call('readDispute', { params })).body.evidence;
  const accountants = await evidence('accountant');
  expect([accountants.bookedAt === null, accountants.messages]).toEqual([false, []]);
  expect((await evidence('administrator')).messages).toMatchObject([{ text: 'The door code is 1234' }]);
});
