import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HoursLine } from '../../../contract/schemas/hours.ts';
import { aBooking, aPlan, aService, aUser } from '../../../testing/builders/builders.ts';
import { grantUpgrade } from '../../../testing/builders/upgrades.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { listWorkOf, settleBooking } from '../../records/hours/hours.service.ts';
import { allLines } from './statement.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-21T00:00:00.000Z'));
afterAll(() => server.close());

/** A member on Standard since 1 November, whose lawn was mown. */
async function aMember(serviceName = 'Lawn mowing') {
  const { db } = server.deps;
  const user = await aUser(db);
  const plan = await aPlan(db, { user_id: user.id });
  const service = await aService(db, { name: serviceName });
  const booking = await aBooking(db, { user_id: user.id, service_id: service.id, status: 'completed' });
  const settle = (minutes: number, usedAt: string, now = usedAt, bookingId = booking.id) =>
    db.transaction().execute((tx) => settleBooking(tx, { userId: user.id, bookingId, minutes, usedAt, now }));
  const upgrade = (now: string) => db.transaction().execute((tx) => grantUpgrade(tx, plan, { now }));
  return { user, booking, settle, upgrade, client: await server.as(user) };
}

const brief = (lines: HoursLine[]) => lines.map(({ kind, hours, balance }) => [kind, hours, balance]);
const statement = async (client: Client, query = {}) =>
  (await client.call('listHoursStatement', { query })).body as HoursLine[];

test('a statement shows every entry, newest first, with the balance after it', async () => {
  const { booking, settle, upgrade, client } = await aMember();
  const { id: other } = await aBooking(server.deps.db, { user_id: booking.user_id });
  await settle(90, '2026-11-05T03:00:00.000Z');
  await settle(60, '2026-11-05T03:00:00.000Z', '2026-11-08T00:00:00.000Z');
  await settle(700, '2026-11-10T00:00:00.000Z', '2026-11-10T00:00:00.000Z', other);
  await upgrade('2026-11-15T00:00:00.000Z');
  const lines = await statement(client);
  expect(brief(lines)).toEqual([
    ['used', -0.67, 7.33],
    ['overage', 0.67, 8],
    ['upgrade', 8, 8],
    ['overage', -0.67, 0],
    ['used', -11, 0],
    ['used', -1, 11],
    ['taken_back', 1.5, 12],
    ['used', -1.5, 10.5],
    ['granted', 12, 12],
  ]);
  expect(lines.at(-1)).toMatchObject({
    at: '2026-11-01T00:00:00.000Z',
    grant: {
      tier: 'standard',
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-01T00:00:00.000Z',
      // The first of March, eleven in the morning in Sydney.
      expiresAt: '2027-03-01T00:00:00.000Z',
    },
    booking: null,
    workedAt: null,
  });
  expect(lines[5]).toMatchObject({
    at: '2026-11-08T00:00:00.000Z',
    workedAt: '2026-11-05T03:00:00.000Z',
    booking: { id: booking.id, service: 'Lawn mowing' },
  });
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
});

test('a grant’s remaining hours expire with it; hours that a correction moves afterwards have expired too', async () => {
  const { user, settle } = await aMember();
  // Months pass, and sessions end with them.
  const read = async () => statement(await server.as(user));
  await settle(120, '2026-11-05T00:00:00.000Z');
  server.clock.set('2027-02-28T23:59:59.999Z');
  expect(brief(await read())[0]).toEqual(['used', -2, 10]);
  server.clock.set('2027-03-01T00:00:00.000Z');
  const [expired] = await read();
  expect(expired).toMatchObject({ kind: 'expired', hours: -10, balance: 0, at: '2027-03-01T00:00:00.000Z' });

  await settle(60, '2026-11-05T00:00:00.000Z', '2027-03-02T00:00:00.000Z');
  await settle(240, '2026-11-05T00:00:00.000Z', '2027-03-03T00:00:00.000Z');
  server.clock.set('2027-03-04T00:00:00.000Z');
  expect(brief(await read()).slice(0, 7)).toEqual([
    ['used', -4, 0],
    ['taken_back', 1, 4],
    ['expired', 3, 3],
    ['expired', -1, 0],
    ['used', -1, 1],
    ['taken_back', 2, 2],
    ['expired', -10, 0],
  ]);
});

test('pages join without a gap or a repeat, at any length, also with many entries of one moment', async () => {
  const { booking, settle, client } = await aMember();
  const bookings = await Promise.all(
    [1, 2, 3, 4].map(() => aBooking(server.deps.db, { user_id: booking.user_id })),
  );
  for (const { id } of bookings) await settle(30, '2026-11-05T00:00:00.000Z', undefined, id);
  const whole = await statement(client);
  expect(whole).toHaveLength(5);
  for (const limit of [1, 2, 4, 5]) {
    const lines: HoursLine[] = [];
    let path: string | undefined = `/api/hours/statement?limit=${limit}`;
    while (path) {
      const answer = await client.raw('GET', path);
      lines.push(...((await answer.json()) as HoursLine[]));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(lines, `by ${limit}`).toEqual(whole);
  }
});

test('present hours: the period with an upgrade, each grant in the order of use, held and overage', async () => {
  const { user, settle, upgrade, client } = await aMember();
  const { db } = server.deps;
  await aBooking(db, { user_id: user.id, status: 'scheduled', estimated_minutes: 90 });
  await settle(750, '2026-11-05T00:00:00.000Z');
  expect((await client.call('readHours')).body).toEqual({
    period: {
      start: '2026-11-01T00:00:00.000Z',
      end: '2026-12-01T00:00:00.000Z',
      grantedHours: 12,
      usedHours: 12.5,
    },
    grants: [],
    heldHours: 1.5,
    overageHours: 0.5,
  });
  await upgrade('2026-11-15T00:00:00.000Z');
  expect((await client.call('readHours')).body).toMatchObject({
    period: { grantedHours: 20, usedHours: 12.5 },
    grants: [
      {
        kind: 'upgrade',
        tier: 'deluxe',
        grantedHours: 8,
        remainingHours: 7.5,
        expiresAt: '2027-03-01T00:00:00.000Z',
      },
    ],
    overageHours: 0,
  });
  // The visit's hours are not lost when the others expire.
  expect((await client.call('readUser')).body).toMatchObject({
    heldHours: 1.5,
    remainingHours: 6,
    expiring: { hours: 6, at: '2027-03-01T00:00:00.000Z' },
  });
  server.clock.set('2026-12-05T00:00:00.000Z');
  expect((await client.call('readHours')).body).toMatchObject({
    period: null,
    grants: [{ remainingHours: 7.5 }],
  });
});

test('a person who never had a plan has no hours and an empty statement', async () => {
  const client = await server.as(await aUser(server.deps.db));
  expect((await client.call('readHours')).body).toEqual({
    period: null,
    grants: [],
    heldHours: 0,
    overageHours: 0,
  });
  expect(await statement(client)).toEqual([]);
});

test('a visitor is refused, and nobody reads another’s lines, also by their cursor or file', async () => {
  for (const path of ['/api/hours', '/api/hours/statement', '/api/hours/statement.csv']) {
    const { status, headers } = await server.anyone.raw('GET', path);
    expect([path, status]).toEqual([path, 401]);
    expect(headers.get('content-type')).toContain('json');
  }
  const theirs = await aMember('Secret room');
  await theirs.settle(60, '2026-11-05T00:00:00.000Z');
  const mine = await aMember();
  const first = await theirs.client.raw('GET', '/api/hours/statement?limit=1');
  const next = /cursor=([^>&]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const byTheirCursor = await statement(mine.client, { cursor: decodeURIComponent(next) });
  const memberLines = await statement(mine.client);
  const file = await (await mine.client.raw('GET', '/api/hours/statement.csv')).text();
  expect(brief(memberLines)).toEqual([['granted', 12, 12]]);
  expect(brief(byTheirCursor)).toEqual(brief(memberLines));
  expect(file).not.toContain('Secret room');
  expect((await mine.client.call('readHours')).body.grants).toMatchObject([{ remainingHours: 12 }]);
});

test.for(['x', '2026-11-21T00:00:00.000Z,1', '2026-11-21T00:00:00.000Z,-1,a', "';drop table users"])(
  'an unknown cursor is refused: %s',
  async (cursor) => {
    const { client } = await aMember();
    const { status, body } = await client.call('listHoursStatement', { query: { cursor } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  },
);

test('a custom request has its customer’s title in the statement, its file and a dispute’s evidence', async () => {
  const { booking, settle, client } = await aMember('Custom service');
  const { db } = server.deps;
  await db
    .insertInto('custom_requests')
    .values({
      booking_id: booking.id,
      service_name: 'Piano tuning',
      description: 'An upright from 1972.',
      priority: 'standard',
      location: '12 Banksia Street',
      contact_info: '0412 345 678',
    })
    .execute();
  await settle(90, '2026-11-05T03:00:00.000Z');
  const [line] = await statement(client);
  expect(line?.booking).toEqual({ id: booking.id, service: 'Piano tuning' });
  expect(await (await client.raw('GET', '/api/hours/statement.csv')).text()).toContain('Piano tuning');
  const { invoice_id } = await db
    .selectFrom('hour_grants')
    .select('invoice_id')
    .where('user_id', '=', booking.user_id)
    .executeTakeFirstOrThrow();
  expect(await listWorkOf(db, invoice_id)).toMatchObject([{ service_name: 'Piano tuning', minutes: -90 }]);
});

test('the file has every line, with the business’s days, and nothing that a spreadsheet would run', async () => {
  const { user, settle, client, booking } = await aMember('=HYPERLINK("http://x","Lawn")');
  // Eleven at night in UTC is the next day in Sydney.
  await settle(90, '2026-11-04T23:00:00.000Z');
  for (let at = 0; at < 150; at += 1)
    await settle(at % 2 ? 90 : 60, '2026-11-04T23:00:00.000Z', '2026-11-06T00:00:00.000Z');
  const answer = await client.raw('GET', '/api/hours/statement.csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="hearthkeep-hours.csv"');
  // Reading it as text would leave out the mark at its beginning.
  const rows = Buffer.from(await answer.arrayBuffer())
    .toString()
    .split('\r\n');
  expect(rows).toHaveLength(1 + 302 + 1);
  expect(rows[0]).toBe(
    '\ufeff"Date","What","Hours","Balance","Service","Work done","Plan","Period start","Period end","Expires","Booking","Reason"',
  );
  const service = `"'=HYPERLINK(""http://x"",""Lawn"")"`;
  expect(rows[1]).toBe(
    `"2026-11-06","Used",-1.5,10.5,${service},"2026-11-05","Standard","2026-11-01","2026-12-01","2027-03-01","${booking.id}",`,
  );
  expect(rows.at(-2)).toBe(
    '"2026-11-01","Granted",12,12,,,"Standard","2026-11-01","2026-12-01","2027-03-01",,',
  );
  expect(rows.at(-1)).toBe('');

  // However fast the file is read, other requests have their turn after every page.
  const events: string[] = [];
  for await (const page of allLines(server.deps, { id: user.id })) {
    events.push(`${page.length} lines`);
    setImmediate(() => events.push('another call'));
  }
  expect(events).toEqual(['200 lines', 'another call', '102 lines', 'another call']);
});
