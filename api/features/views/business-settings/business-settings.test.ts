import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differingFrom } from '../../../core/business.ts';
import { startOfDay } from '../../../core/wall-clock.ts';
import { seedCatalogue } from '../../../seed/catalogue.ts';
import { aBooking, anAdmin, aPayment, aUser } from '../../../testing/builders/builders.ts';
import { aRequest } from '../../../testing/builders/requests.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let owner: Client;
const env = { BUSINESS_NAME: 'Tran & Daughters', SUPPORT_PHONE: '02 5550 1234' };
beforeAll(async () => {
  server = await startTestServer({ env, usualHours: true });
  await seedCatalogue(server.deps.db);
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const settings = async () => (await owner.call('readBusinessSettings')).body;
/** Saves on the present version. @returns the answer, whatever it is */
const save = async (body: object) =>
  owner.call('saveBusiness', { body: { version: (await settings()).version, ...body } });

const zone = 'Australia/Sydney';
/** An instant at this time of the day that lies so many days ahead. */
function at(days: number, hour: number): { day: string; scheduledDate: string } {
  const today = server.clock.now().toISOString().slice(0, 10);
  const midnight = Date.parse(startOfDay(today, zone, days));
  const day = new Date(midnight + 12 * 3_600_000).toLocaleDateString('en-CA', { timeZone: zone });
  return { day, scheduledDate: new Date(midnight + hour * 3_600_000).toISOString() };
}

async function serviceId(): Promise<string> {
  const { body } = await owner.call('listServices');
  return body.find(({ price }) => price !== null)?.id ?? '';
}

/** The customer's details by a plan's form. */
const details = {
  customerName: 'Mia Nguyen',
  phone: '0400 000 000',
  email: 'mia@example.com',
  address: '12 Long Street',
  city: 'Sydney',
  state: 'NSW',
  postalCode: '2000',
  emergencyContact: 'Noah',
  emergencyPhone: '0400 000 001',
  subscriptionTier: 'basic' as const,
};

test('an empty database begins with the environment’s values, the usual hours, and no closed day', async () => {
  expect(await settings()).toMatchObject({
    version: 1,
    name: 'Tran & Daughters',
    phone: '02 5550 1234',
    tel: '+61255501234',
    timeZone: zone,
    currency: 'aud',
    week: Array.from({ length: 7 }, () => ({ from: 480, until: 1200 })),
    closedDays: [],
    postcodes: [],
    isFixed: false,
    differing: [],
    outside: { bookings: [], more: false },
  });
});

test('a published change holds at once everywhere, and stands in the log with both values', async () => {
  const saved = await save({ name: 'Harbour House', email: 'hello@harbour.example' });
  expect(saved.body).toMatchObject({ version: 2, name: 'Harbour House', differing: ['BUSINESS_NAME'] });
  const { body: config } = await server.anyone.call('readConfig');
  expect(config).toMatchObject({ businessName: 'Harbour House', supportEmail: 'hello@harbour.example' });
  expect(server.deps.env.BUSINESS_NAME).toBe('Harbour House');
  const { body: acts } = await owner.call('listActs', { query: { act: 'business_changed' } });
  expect(acts[0]?.details).toEqual({
    nameFrom: 'Tran & Daughters',
    nameTo: 'Harbour House',
    emailFrom: 'support@hearthkeep.example',
    emailTo: 'hello@harbour.example',
  });
});

test('a process beside this one hears of a publication, and its environment changes nothing', async () => {
  const other = await startTestServer({ beside: server, env: { BUSINESS_NAME: 'Somebody else' } });
  try {
    expect(other.deps.env.BUSINESS_NAME).toBe(server.deps.env.BUSINESS_NAME);
    expect(differingFrom(other.deps.ownEnv, other.deps.business.current())).toEqual(['BUSINESS_NAME']);
    const name = `House ${randomUUID()}`;
    await save({ name });
    await expect.poll(() => other.deps.env.BUSINESS_NAME).toBe(name);
  } finally {
    await other.close();
  }
});

test('a process that may have missed a publication reads it again', async () => {
  const { db, bus, business, env: live } = server.deps;
  const name = `House ${randomUUID()}`;
  const version = business.current().version + 1;
  await db.updateTable('business').set({ name, version }).execute();
  expect(live.BUSINESS_NAME).not.toBe(name);
  bus.tell({ kind: 'gap' });
  await expect.poll(() => live.BUSINESS_NAME).toBe(name);
});

test('the later of two owners is refused with the values of the earlier, and may then decide', async () => {
  const { version } = await settings();
  expect((await save({ phone: '02 5550 0001' })).status).toBe(200);
  const late = { version, phone: '02 5550 0002' };
  const refused = await owner.call('saveBusiness', { body: late });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      fields: { phone: 'Somebody else has set this to: 02 5550 0001' },
      current: { version: version + 1, phone: '02 5550 0001' },
    },
  });
  expect((await settings()).phone).toBe('02 5550 0001');
  expect((await save({ phone: late.phone })).body.phone).toBe('02 5550 0002');
});

test.each([
  ['an emoji as a name', { name: '😀' }, 'name'],
  ['an empty name', { name: ' ' }, 'name'],
  ['no phone number', { phone: 'call us' }, 'phone'],
  ['no e-mail address', { email: 'us' }, 'email'],
  ['an unknown zone', { timeZone: 'Sydney' }, 'timeZone'],
  ['a currency without hundredths', { currency: 'jpy' }, 'currency'],
  ['an address of a policy without TLS', { terms: 'http://example.com/terms' }, 'terms'],
  ['a script as a policy’s address', { terms: 'javascript://x' }, 'terms'],
  ['a week of six days', { week: [null, null, null, null, null, null] }, 'week'],
  ['a day that does not exist', { closedDays: [{ day: '2027-02-30', name: '' }] }, 'closedDays.0.day'],
  ['a postcode of signs', { postcodes: ['<b>'] }, 'postcodes.0'],
])('%s is refused', async (_, body, field) => {
  const refused = await owner.call('saveBusiness', { body: { version: 1, ...body } });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields ?? {})).toContain(field);
});

test('a name and a number are one line, as letters and calendars need them', async () => {
  const { body } = await save({ name: 'Harbour\r\nX-Evil: 1\u0007 House', phone: '02 5550\n1234' });
  expect(body).toMatchObject({ name: 'Harbour X-Evil: 1 House', phone: '02 5550 1234' });
});

test('time zone and currency change until a payment has begun, and then stay', async () => {
  expect((await save({ timeZone: 'Pacific/Auckland', currency: 'nzd' })).body).toMatchObject({
    timeZone: 'Pacific/Auckland',
    currency: 'nzd',
  });
  expect((await server.anyone.call('readConfig')).body).toMatchObject({ currency: 'nzd' });
  await save({ timeZone: zone, currency: 'aud' });
  const { id } = await aPayment(server.deps.db);
  expect((await settings()).isFixed).toBe(true);
  const refused = await owner.call('saveBusiness', {
    body: { version: (await settings()).version, currency: 'usd', name: 'Other' },
  });
  expect(refused).toMatchObject({ status: 409, body: { fields: { currency: expect.any(String) } } });
  expect(await settings()).toMatchObject({ currency: 'aud' });
  await server.deps.db.deleteFrom('payments').where('id', '=', id).execute();
});

test('no booking, request or move begins on a closed day or outside of the hours', async () => {
  const [open, closed, night] = [at(9, 10), at(10, 10), at(9, 3)];
  await save({ closedDays: [{ day: closed.day, name: 'Picnic Day' }] });
  const member = await server.as(await aUser(server.deps.db));
  const id = await serviceId();
  const book = (scheduledDate: string) =>
    member.call('createBooking', {
      body: { serviceId: id, paymentType: 'subscription', scheduledDate, details },
    });
  const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof book>>) => [status, body.fields];
  expect(fieldsOf(await book(closed.scheduledDate))).toEqual([
    400,
    { scheduledDate: 'We are closed on that day (Picnic Day). Please choose another one.' },
  ]);
  expect(fieldsOf(await book(night.scheduledDate))).toEqual([
    400,
    { scheduledDate: expect.stringContaining('begin from 8 am and before 8 pm') },
  ]);
  const made = await book(open.scheduledDate);
  expect(made.status).toBe(200);

  const { customerName, phone, email, address } = details;
  const byCard = { customerName, phone, email, address, scheduledDate: closed.scheduledDate };
  const paid = await member.call('createPaymentIntent', { body: { serviceId: id, bookingData: byCard } });
  expect(paid.body.fields).toEqual({ 'bookingData.scheduledDate': expect.stringContaining('Picnic Day') });
  const request = {
    serviceId: 'custom-service' as const,
    paymentType: 'custom_quote' as const,
    serviceName: 'Hang pictures',
    description: 'Twelve pictures in the hall',
    estimatedHours: 2,
    scheduledDate: closed.scheduledDate,
    priority: 'standard' as const,
    location: '12 Long Street',
    contactInfo: '0400 000 000',
  };
  expect((await member.call('requestCustomService', { body: request })).body.fields).toEqual({
    scheduledDate: expect.stringContaining('Picnic Day'),
  });
  const move = { params: { id: made.body.id }, body: { scheduledDate: closed.scheduledDate } };
  expect((await member.call('rescheduleBooking', move)).body.fields).toEqual({
    scheduledDate: expect.stringContaining('Picnic Day'),
  });
});

test('open bookings on a day that is closed stay, and are listed before and after it is closed', async () => {
  const { day, scheduledDate } = at(20, 10);
  const { id } = await aBooking(server.deps.db, { status: 'scheduled', scheduled_date: scheduledDate });
  const { id: unanswered } = await aBooking(server.deps.db, {
    status: 'pending',
    scheduled_date: scheduledDate,
  });
  await aBooking(server.deps.db, { status: 'cancelled', scheduled_date: scheduledDate });
  const before = await settings();
  const closedDays = [...before.closedDays, { day, name: 'Stocktaking' }];
  const { week, postcodes } = before;
  const shown = await owner.call('previewOpening', { body: { week, postcodes, closedDays } });
  const listed = {
    scheduledDate,
    service: expect.any(String),
    reason: expect.stringContaining('Stocktaking'),
  };
  expect(shown.body.bookings.filter((one) => one.scheduledDate === scheduledDate)).toEqual(
    expect.arrayContaining([
      { ...listed, id, status: 'scheduled', todo: expect.stringContaining('come all the same') },
      {
        ...listed,
        id: unanswered,
        status: 'pending',
        todo: expect.stringContaining('before you confirm it'),
      },
    ]),
  );
  expect((await settings()).outside.bookings.map((one) => one.id)).not.toContain(id);
  const saved = await save({ closedDays });
  expect(saved.body.outside).toEqual(shown.body);
  const kept = await server.deps.db
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept.status).toBe('scheduled');
});

test('a place outside of the area is refused where its postcode is known, and everywhere is open without a list', async () => {
  const { scheduledDate } = at(12, 11);
  const user = await aUser(server.deps.db);
  const member = await server.as(user);
  const id = await serviceId();
  const book = (postalCode: string) =>
    member.call('createBooking', {
      body: {
        serviceId: id,
        paymentType: 'subscription',
        scheduledDate,
        details: { ...details, postalCode },
      },
    });
  const saved = await save({ postcodes: ['2010', ' 2000', '2010'] });
  expect(saved.body.postcodes).toEqual(['2000', '2010']);
  const refused = await book('3000');
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ fields: { postalCode: expect.stringContaining('do not visit') } });
  expect((await book('20 00')).status).toBe(200);
  const { customerName, phone, email } = details;
  const pay = (address: string) =>
    member.call('createPaymentIntent', {
      body: {
        serviceId: id,
        bookingData: { customerName, phone, email, address, scheduledDate },
      },
      idempotencyKey: randomUUID(),
    });
  expect(await pay('12 Long Street, Penrith NSW 2750')).toMatchObject({
    status: 400,
    body: { fields: { 'bookingData.address': expect.stringContaining('We do not visit this postcode') } },
  });
  expect((await pay('12 Long Street, Sydney NSW 2000')).status).toBe(200);
  // An address without a postcode says nothing.
  expect((await pay('12 Long Street, Sydney NSW')).status).toBe(200);
  await save({ postcodes: [] });
  expect((await book('3000')).status).toBe(200);
});

test('public holidays of the business’s country, or of a chosen part of another, are offered', async () => {
  const { body } = await owner.call('listHolidays', { query: { year: 2027 } });
  expect(body.country).toBe('AU');
  expect(body.days).toContainEqual({ day: '2027-12-25', name: 'Christmas Day' });
  const bavaria = await owner.call('listHolidays', { query: { country: 'DE', state: 'BY', year: 2027 } });
  expect(bavaria.body.states.map(({ code }) => code)).toContain('BY');
  expect(bavaria.body.days.map(({ day }) => day)).toContain('2027-11-01');
  const nowhere = await owner.call('listHolidays', { query: { country: 'XX', year: 2027 } });
  expect(nowhere.body).toMatchObject({ country: '', states: [], days: [] });
});

test('everybody reads the hours, the address and the policies', async () => {
  await save({ address: '1 Quay Street\nSydney', terms: 'Be kind.', privacy: 'https://example.com/privacy' });
  const { body } = await server.anyone.call('readBusiness');
  expect(Object.keys(body).sort()).toEqual(
    [
      'name',
      'address',
      'terms',
      'privacy',
      'cancellation',
      'week',
      'closedDays',
      'postcodes',
      'slots',
    ].sort(),
  );
  expect(body).toMatchObject({ address: '1 Quay Street\nSydney', terms: 'Be kind.' });
});

test('time zone and currency stay once a price has been quoted, which its customer may still accept', async () => {
  const { quoted } = await aRequest(server);
  expect(await quoted()).not.toBe('');
  expect((await settings()).isFixed).toBe(true);
  expect((await save({ currency: 'usd' })).status).toBe(409);
});
