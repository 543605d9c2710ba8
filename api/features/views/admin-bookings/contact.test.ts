import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aUser } from '../../../testing/builders/builders.ts';
import { startOffice } from '../../../testing/builders/office.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import type { Client } from '../../../testing/servers/client.ts';
import type { TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
let admin: Client;
let adminId: string;
beforeAll(async () => {
  ({ server, db, admin, adminId } = await startOffice());
});
afterAll(() => server.close());

async function aCustomersBooking() {
  const user = await aUser(db);
  const { id: bookingId } = await aBooking(db, { user_id: user.id });
  return { user, bookingId, customerEmail: user.email };
}

const contact = (client: Client, body: object, idempotencyKey?: string) =>
  client.call('contactCustomer', { body, ...(idempotencyKey && { idempotencyKey }) });
const thread = (id: string) =>
  db.selectFrom('messages').select(['message', 'sender_type']).where('booking_id', '=', id).execute();
const acts = (id: string) =>
  db
    .selectFrom('audit_acts')
    .select(['actor_id', 'act', 'subject_kind', 'user_id', 'details'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute();
const letters = (bookingId: string) =>
  db.selectFrom('notices').select(['kind', 'user_id']).where('booking_id', '=', bookingId).execute();

test('the team’s message to a customer goes into the booking’s thread, by mail if wanted, and into the log', async () => {
  const { user, bookingId, customerEmail } = await aCustomersBooking();
  const key = randomUUID();
  const message = 'Is nine in the morning fine?';
  const sent = await contact(admin, { bookingId, customerEmail: customerEmail.toUpperCase(), message }, key);
  expect(sent).toMatchObject({ status: 200, body: { bookingId, message, senderType: 'admin' } });
  const again = await contact(admin, { bookingId, customerEmail, message }, key);
  expect(again.body).toEqual(sent.body);
  expect(await thread(bookingId)).toEqual([{ message, sender_type: 'admin' }]);
  expect(await letters(bookingId)).toEqual([{ kind: 'team_message', user_id: user.id }]);
  expect(await acts(bookingId)).toEqual([
    {
      actor_id: adminId,
      act: 'customer_contacted',
      subject_kind: 'booking',
      user_id: user.id,
      details: '{}',
    },
  ]);
  const other = await contact(admin, { bookingId, customerEmail, message: 'Or ten?' }, key);
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
});

test('the team’s messages in a thread are logged; a customer’s own are not', async () => {
  const { user, bookingId } = await aCustomersBooking();
  await admin.call('sendMessage', { body: { bookingId, message: 'Hello' } });
  await (await server.as(user)).call('sendMessage', { body: { bookingId, message: 'Hi' } });
  expect((await acts(bookingId)).map(({ act }) => act)).toEqual(['booking_message_sent']);
});

test('another address than the customer’s is refused, and nothing is sent', async () => {
  const { bookingId } = await aCustomersBooking();
  const answer = await contact(admin, { bookingId, customerEmail: 'else@example.com', message: 'Hello' });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  expect(answer.body.fields).toHaveProperty('customerEmail');
  const empty = await contact(admin, { bookingId, customerEmail: 'else@example.com', message: ' ' });
  expect(empty.status).toBe(400);
  expect([await thread(bookingId), await letters(bookingId), await acts(bookingId)]).toEqual([[], [], []]);
});

test('only administrators can write as the team', async () => {
  const { user, bookingId, customerEmail } = await aCustomersBooking();
  const body = { bookingId, customerEmail, message: 'Hello' };
  expect((await contact(await server.as(user), body)).status).toBe(403);
  expect((await contact(server.anyone, body)).status).toBe(401);
  expect((await contact(admin, { ...body, bookingId: randomUUID() })).status).toBe(404);
  expect(await thread(bookingId)).toEqual([]);
});

test('open threads and lists are told at once, and no other customer’s', async () => {
  const { user, bookingId, customerEmail } = await aCustomersBooking();
  const heard = recordChanges(server.deps);
  await contact(admin, { bookingId, customerEmail, message: 'Hello' });
  const thread = `/api/bookings/${bookingId}/messages`;
  expect(heard).toEqual([
    { of: expect.any(String), people: [user.id], admins: true, keys: [thread] },
    {
      of: expect.any(String),
      admins: true,
      keys: ['/api/admin/bookings', '/api/admin/bookings/', '/api/admin/today', '/api/admin/audit'],
    },
  ]);
});
