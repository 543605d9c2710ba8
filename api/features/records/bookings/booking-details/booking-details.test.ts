import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bookingDetailNames,
  detailNames,
  labelOfDetail,
} from '../../../../contract/rules/booking-details.ts';
import { composeNotes } from '../../../../contract/rules/booking-text.ts';
import { anAdmin, aService, aUser } from '../../../../testing/builders/builders.ts';
import { publish, retire } from '../../../../testing/builders/publish.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';

let server: TestServer;
let serviceId: string;
beforeAll(async () => {
  server = await startTestServer();
  serviceId = (await aService(server.deps.db)).id;
});
afterAll(() => server.close());

/** Books with this text as a person of their own, as installed apps do. */
async function book(notes: string, idempotencyKey: string = randomUUID()) {
  const client = await server.as(await aUser(server.deps.db));
  const scheduledDate = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  const body = { serviceId, scheduledDate, notes, paymentType: 'subscription' };
  const send = () => client.call('createBooking', { body, idempotencyKey });
  const booked = await send();
  const row = await server.deps.db
    .selectFrom('booking_details')
    .selectAll()
    .where('booking_id', '=', booked.body.id)
    .executeTakeFirst();
  return { client, send, id: booked.body.id, answer: booked.body.notes, row };
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const empty = {
  ...Object.fromEntries(bookingDetailNames.map((name) => [columnOf(name), null])),
  as_sent: null,
};

test('the text names a plan of the owner’s own by its name; a repeat of the booking finds the first', async () => {
  const id = `gold-${randomUUID().slice(0, 8)}`;
  await publish(server.deps.db, id, { name: 'Gold', position: 9 });
  const client = await server.as(await aUser(server.deps.db));
  const scheduledDate = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  const details = { ...form, subscriptionTier: id };
  const idempotencyKey = randomUUID();
  const body = { serviceId, scheduledDate, details, paymentType: 'subscription' as const };
  const first = await client.call('createBooking', { body, idempotencyKey });
  expect(first.body.notes).toContain('Plan: Gold\n');
  expect((await client.call('createBooking', { body, idempotencyKey })).body.id).toBe(first.body.id);
  await retire(server.deps.db, id);
});

test('the text of the form is stored in columns alone, and answered as it was sent', async () => {
  const text = composeNotes({
    customerName: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
    city: 'Newtown',
    state: 'NSW',
    postalCode: '2042',
    emergencyContact: 'Bo Lee',
    emergencyPhone: '0400 000 001',
    subscriptionTier: 'standard',
    accessInstructions: 'Side gate',
    samePerson: 'yes',
    notes: 'Mind the cat.\nName: Tom',
  });
  const { id, answer, row } = await book(text);
  expect(answer).toBe(text);
  expect(row).toEqual({
    ...empty,
    booking_id: id,
    customer_name: 'Ann Lee',
    phone: '0400 000 000',
    email: 'ann@example.com',
    address: '12 Wattle Street',
    city: 'Newtown',
    state: 'NSW',
    postal_code: '2042',
    emergency_contact: 'Bo Lee',
    emergency_phone: '0400 000 001',
    subscription_tier: 'standard',
    access_instructions: 'Side gate',
    same_person: 'yes',
    notes: 'Mind the cat.\nName: Tom',
    as_sent: null,
  });
});

test.each([
  ['words of no form', 'Ring twice\nplease', {}],
  ['another order', 'Phone: 0400 000 000\nName: Ann', { customer_name: 'Ann', phone: '0400 000 000' }],
  ['words under a detail', 'Address: 12 Wattle Street\nKey: the mat', { address: '12 Wattle Street' }],
  ['another spelling', 'Name: Ann\nEmail: a@b.co', { customer_name: 'Ann', email: 'a@b.co' }],
  ['another line break', 'Name: Ann\r\nCity: Newtown', { customer_name: 'Ann', city: 'Newtown' }],
  ['a plan that nobody sells', 'Name: Ann\nPlan: Platinum', { customer_name: 'Ann' }],
])('%s: the text is kept whole, beside what could be read', async (_, text, columns) => {
  const { id, answer, row } = await book(text);
  expect(answer).toBe(text);
  expect(row).toEqual({ ...empty, booking_id: id, ...columns, as_sent: text });
});

test('a booking without details has no row', async () => {
  const { answer, row } = await book(' ');
  expect([answer, row]).toEqual([null, undefined]);
});

const form = {
  customerName: 'Ann Lee',
  phone: '0400 000 000',
  email: 'ann@example.com',
  address: '12 Wattle Street',
  city: 'Newtown',
  state: 'NSW',
  postalCode: '2042',
  emergencyContact: 'Bo Lee',
  emergencyPhone: '0400 000 001',
  subscriptionTier: 'standard',
  accessInstructions: 'Side gate\ncode 4417',
  notes: 'Mind the cat.\nName: Tom',
};
const bodyOf = (scheduledDate: string, sent: object) => ({
  serviceId,
  scheduledDate,
  paymentType: 'subscription',
  ...sent,
});
const tomorrow = () => new Date(server.clock.now().getTime() + 86_400_000).toISOString();

test('details sent one by one are answered as their text everywhere, and one by one with the booking itself', async () => {
  const client = await server.as(await aUser(server.deps.db));
  const { body } = await client.call('createBooking', { body: bodyOf(tomorrow(), { details: form }) });
  const notes = composeNotes(form);
  expect(body.notes).toBe(notes);
  const [row] = (await client.call('listBookings')).body;
  expect(row?.notes).toBe(notes);
  expect(row, 'a list has the text alone').not.toHaveProperty('details');
  const read = await client.call('readBooking', { params: { id: body.id } });
  const details = { ...form, accessInstructions: 'Side gate, code 4417' };
  expect(read.body).toMatchObject({ notes, details });
  const admin = await server.as(await anAdmin(server.deps.db));
  expect((await admin.call('readAnyBooking', { params: { id: body.id } })).body).toMatchObject({
    notes,
    details,
    tels: { '0400 000 000': '+61400000000', '0400 000 001': '+61400000001' },
  });
  expect((await admin.call('listAllBookings')).body[0]).not.toHaveProperty('details');
});

test.each([
  ['the text form and then field by field, after an update', 'notes', 'details'],
  ['field by field and then as the text form, after an update was taken back', 'details', 'notes'],
])('an attempt that is sent as %s, books once', async (_, first, second) => {
  const client = await server.as(await aUser(server.deps.db));
  const forms: Record<string, object> = { notes: { notes: composeNotes(form) }, details: { details: form } };
  const at = tomorrow();
  const idempotencyKey = randomUUID();
  const send = (sent: object = {}) =>
    client.call('createBooking', { body: bodyOf(at, sent), idempotencyKey });
  const booked = await send(forms[first]);
  expect(booked.status).toBe(200);
  expect((await send(forms[second])).body.id).toBe(booked.body.id);
  const other = await send({ details: { ...form, city: 'Enmore' } });
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
  expect((await client.call('listBookings')).body).toHaveLength(1);
});

test.each([
  ['without details or their text', {}, { notes: 'Required' }],
  ['with both', { details: form, notes: 'x' }, { details: 'Please send notes or details, not both' }],
  [
    'with an incomplete detail',
    { details: { ...form, phone: '1' } },
    { 'details.phone': 'Please provide a valid phone number' },
  ],
])('a booking %s is refused', async (_, sent, fields) => {
  const client = await server.as(await aUser(server.deps.db));
  const { status, body } = await client.call('createBooking', { body: bodyOf(tomorrow(), sent) });
  expect([status, body.fields]).toEqual([400, fields]);
  expect((await client.call('listBookings')).body).toEqual([]);
});

test('a text of another form is among the details, whole, beside what could be read of it', async () => {
  const text = 'Phone: 0400 000 000\nName: Ann\nRing twice';
  const { client, id } = await book(text);
  const { body } = await client.call('readBooking', { params: { id } });
  expect(body).toMatchObject({
    notes: text,
    details: { customerName: 'Ann', phone: '0400 000 000', asSent: text },
  });
});

test('a booking whose details were erased has none', async () => {
  const { client, id } = await book('Name: Ann');
  await server.deps.db.deleteFrom('booking_details').where('booking_id', '=', id).execute();
  const { body } = await client.call('readBooking', { params: { id } });
  expect(body.notes).toBeNull();
  expect(body).not.toHaveProperty('details');
});

test('any text comes back byte for byte, also to a repeat', { timeout: 120_000 }, async () => {
  const labels = detailNames.map((name) => `${labelOfDetail(name)}: `);
  const part = fc.oneof(
    fc.constantFrom(...labels, 'Email: ', '\n', '\r\n', '\u2028', ' ', '.', '🏡', '\u202eمفتاح', '\u0301'),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const text = fc.array(part, { maxLength: 10 }).map((parts) => parts.join('').replaceAll('\0', '').trim());
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const { client, id, answer, send } = await book(sent);
      expect(answer).toBe(sent || null);
      expect((await client.call('listBookings')).body.map(({ notes }) => notes)).toEqual([sent || null]);
      expect((await send()).body.id).toBe(id);
    }),
    { numRuns: 60 },
  );
});
