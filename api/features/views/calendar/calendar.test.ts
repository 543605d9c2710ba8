import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, anAdmin, aService, aUser, type BookingGiven } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { listVisits, mostVisits } from '../../records/bookings/visits.service.ts';

const today = '2026-11-20T02:00:00.000Z';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
beforeEach(() => server.clock.set(today));
afterAll(() => server.close());

async function aMember() {
  const user = await aUser(db);
  const service = await aService(db, { name: 'Washer, dryer; repair' });
  const client = await server.as(user);
  const link = async () => (await client.call('createCalendarLink')).body.url ?? '';
  return {
    user,
    client,
    link,
    book: (given: BookingGiven = {}) =>
      aBooking(db, { user_id: user.id, service_id: service.id, estimated_minutes: 90, ...given }),
  };
}

/** Reads as a calendar does, without a session. */
const read = (url: string, headers: Record<string, string> = {}) =>
  server.anyone.raw('GET', new URL(url).pathname, { headers });
const feed = async (url: string) => parse(await (await read(url)).text());

/** Checks the text against RFC 5545 and returns its events by their properties. */
function parse(text: string): { calendar: Record<string, string>; events: Record<string, string>[] } {
  const lines = text.split('\r\n');
  expect(lines.pop(), 'the last line is ended').toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line).toMatch(/^[^\p{Cc}]+$/u);
    expect(line.isWellFormed()).toBe(true);
  }
  const calendar: Record<string, string> = {};
  const events: Record<string, string>[] = [];
  const open: string[] = [];
  for (const line of lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    if (name === 'END') expect(value).toBe(open.pop());
    else if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VEVENT') events.push({});
    } else {
      const into = open.length === 2 ? (events.at(-1) ?? {}) : calendar;
      expect(into, `${name} stands once`).not.toHaveProperty(name);
      expect(value, 'what means something is escaped').not.toMatch(/(?<!\\)(\\\\)*[;,]/);
      into[name] = value.replace(/\\([\\;,n])/g, (_, c) => (c === 'n' ? '\n' : c));
    }
  }
  expect(open).toEqual([]);
  return { calendar, events };
}

test('a booking is a file that calendars accept', async () => {
  const { client, book } = await aMember();
  const { id } = await book({
    status: 'scheduled',
    scheduled_date: '2026-12-01T22:30:00.000Z',
    updated_at: '2026-11-03T04:05:06.789Z',
    notes:
      'Name: Ann Lee\nPhone: 0412 345 678\nAddress: 12 Wattle; Street, "Flat" \\ 3\nCity: Newtown\nAccess: code 4417\nNotes: Hi\nAddress: no',
  });
  const response = await client.raw('GET', `/api/bookings/${id}/calendar.ics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="hearthkeep-${id.slice(0, 8)}.ics"`,
  );
  const { calendar, events } = parse(await response.text());
  expect(calendar).toMatchObject({
    VERSION: '2.0',
    METHOD: 'PUBLISH',
    PRODID: '-//Hearthkeep//Bookings//EN',
  });
  const url = `${server.url}/bookings/${id}`;
  expect(events).toEqual([
    {
      UID: `${id}@hearthkeep`,
      SEQUENCE: '1',
      DTSTAMP: '20261103T040506Z',
      'LAST-MODIFIED': '20261103T040506Z',
      CREATED: '20261102T010000Z',
      DTSTART: '20261201T223000Z',
      DTEND: '20261202T000000Z',
      SUMMARY: 'Washer, dryer; repair · Hearthkeep',
      DESCRIPTION: `Confirmed\nBooking #${id.slice(0, 8)}\n${url}`,
      LOCATION: '12 Wattle; Street, "Flat" \\ 3, Newtown',
      URL: url,
      STATUS: 'CONFIRMED',
      TRANSP: 'OPAQUE',
      'X-MICROSOFT-CDO-BUSYSTATUS': 'BUSY',
    },
  ]);
});

test('long, foreign and unusual text is folded and kept', async () => {
  const { user, client } = await aMember();
  const name = `${'Fenster putzen – ü😀 '.repeat(12)}\u0007\r\nBEGIN:VALARM`;
  const service = await aService(db, { name });
  const { id } = await aBooking(db, {
    user_id: user.id,
    service_id: service.id,
    notes: `Address: ${'ß'.repeat(200)}\r\nBEGIN:VEVENT`,
  });
  const { events } = parse(await (await client.raw('GET', `/api/bookings/${id}/calendar.ics`)).text());
  expect(events).toMatchObject([
    {
      SUMMARY: `${'Fenster putzen – ü😀 '.repeat(12)} BEGIN:VALARM · Hearthkeep`,
      LOCATION: 'ß'.repeat(200),
    },
  ]);
});

test('the file is for its customer and administrators, and needs a time', async () => {
  const { client, book } = await aMember();
  const { id } = await book();
  const path = `/api/bookings/${id}/calendar.ics`;
  const statusOf = async (who: { raw: typeof client.raw }, at = path) => (await who.raw('GET', at)).status;
  expect(await statusOf(await server.as(await aUser(db)))).toBe(404);
  expect(await statusOf(server.anyone)).toBe(401);
  expect(await statusOf(await server.as(await anAdmin(db)))).toBe(200);
  expect(await statusOf(client, `/api/bookings/${randomUUID()}/calendar.ics`)).toBe(404);
  expect(await statusOf(client, '/api/bookings/x/calendar.ics')).toBe(404);
  const { id: timeless } = await book({ scheduled_date: null });
  expect(await statusOf(client, `/api/bookings/${timeless}/calendar.ics`)).toBe(409);
});

test('a link exists only after it is made; a new one disables the old, and revoking disables it too', async () => {
  const { client, link } = await aMember();
  const none = { url: null, createdAt: null };
  expect((await client.call('readCalendarLink')).body).toEqual(none);
  const first = await link();
  expect(first).toMatch(new RegExp(`^${server.url}/calendar/[0-9a-f-]{36}\\.[\\w-]{43}\\.ics$`));
  expect((await client.call('readCalendarLink')).body).toEqual({ url: first, createdAt: today });
  expect((await read(first)).status).toBe(200);

  const second = await link();
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expect((await client.call('revokeCalendarLink')).body).toEqual(none);
  expect((await client.call('revokeCalendarLink')).body).toEqual(none);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 404]);
});

test('a visitor cannot make a link, and each person has their own', async () => {
  const calls = ['readCalendarLink', 'createCalendarLink', 'revokeCalendarLink'] as const;
  for (const call of calls) expect((await server.anyone.call(call)).status).toBe(401);
  const [one, other] = [await aMember(), await aMember()];
  const url = await one.link();
  await one.book();
  await other.client.call('revokeCalendarLink');
  expect((await feed(url)).events).toHaveLength(1);
  expect((await feed(await other.link())).events).toEqual([]);
});

test('a guessed, cut or changed address opens nothing', async () => {
  const { link } = await aMember();
  const url = await link();
  const [id = '', signature = ''] = url.split('/').at(-1)?.split('.') ?? [];
  const turned = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
  for (const file of [
    `${id}.${turned}.ics`,
    `${randomUUID()}.${signature}.ics`,
    `${id}.${signature.slice(1)}.ics`,
    `${id}.ics`,
    `${id}.${signature}`,
    `${id}.${'ü'.repeat(43)}.ics`,
    `${id.toUpperCase()}.${signature}.ics`,
  ]) {
    const response = await server.anyone.raw('GET', `/calendar/${encodeURIComponent(file)}`);
    expect([response.status, ((await response.json()) as { code: string }).code], file).toEqual([
      404,
      'not_found',
    ]);
  }
});

test('the feed contains 3 months back and 13 ahead, in order, with cancelled bookings', async () => {
  const { book, link } = await aMember();
  const kept = [
    await book({ status: 'completed', scheduled_date: '2026-08-20T00:00:00.000Z' }),
    await book({ status: 'cancelled', scheduled_date: '2026-11-25T00:00:00.000Z' }),
    await book({ status: 'pending', scheduled_date: '2027-12-19T23:59:59.999Z' }),
  ];
  await book({ status: 'completed', scheduled_date: '2026-08-19T23:59:59.999Z' });
  await book({ scheduled_date: '2027-12-20T00:00:00.000Z' });
  await book({ scheduled_date: null });
  await aBooking(db);
  const { calendar, events } = await feed(await link());
  expect(calendar).toMatchObject({
    'X-WR-CALNAME': 'Hearthkeep',
    'REFRESH-INTERVAL': 'PT1H',
    'X-PUBLISHED-TTL': 'PT1H',
  });
  expect(events.map((event) => [event.UID, event.STATUS, event.TRANSP, event.SUMMARY])).toEqual([
    [`${kept[0]?.id}@hearthkeep`, 'CONFIRMED', 'OPAQUE', 'Washer, dryer; repair · Hearthkeep'],
    [
      `${kept[1]?.id}@hearthkeep`,
      'CANCELLED',
      'TRANSPARENT',
      'Cancelled: Washer, dryer; repair · Hearthkeep',
    ],
    [`${kept[2]?.id}@hearthkeep`, 'TENTATIVE', 'OPAQUE', 'Washer, dryer; repair · Hearthkeep'],
  ]);
});

test('the feed contains no name, number or note', async () => {
  const { user, book, link } = await aMember();
  await book({
    notes: 'Name: Ann Lee\nPhone: 0412 345 678\nAccess: code 4417\nNotes: The key is under the mat',
  });
  await book({ notes: 'Address: 12 Wattle Street\nThe spare key is under the pot' });
  const text = await (await read(await link())).text();
  expect(text).toContain('12 Wattle Street');
  for (const secret of ['Ann Lee', '0412 345', 'code 4417', 'under the mat', 'spare', user.email, user.id])
    expect(text).not.toContain(secret);
});

test('moved, confirmed and cancelled bookings keep their id and count up, so that calendars follow', async () => {
  const { client, book, link } = await aMember();
  const { id } = await book({ payment_type: 'custom_quote', scheduled_date: '2026-12-01T22:30:00.000Z' });
  const url = await link();
  const admin = await server.as(await anAdmin(db));
  const params = { id };
  const seen: unknown[] = [];
  const look = async () => {
    const [event] = (await feed(url)).events;
    seen.push([event?.UID, event?.SEQUENCE, event?.STATUS, event?.DTSTART, event?.['LAST-MODIFIED']]);
    server.clock.advance({ minutes: 1 });
  };
  await look();
  await admin.call('setBookingStatus', { params, body: { status: 'scheduled' } });
  await look();
  await client.call('rescheduleBooking', { params, body: { scheduledDate: '2026-12-03T00:00:00.000Z' } });
  await look();
  await client.call('cancelBooking', { params, body: { outcome: 'free' } });
  await look();
  const uid = `${id}@hearthkeep`;
  expect(seen).toEqual([
    [uid, '1', 'TENTATIVE', '20261201T223000Z', '20261102T010000Z'],
    [uid, '2', 'CONFIRMED', '20261201T223000Z', '20261120T020100Z'],
    // Moved, and pending again.
    [uid, '4', 'TENTATIVE', '20261203T000000Z', '20261120T020200Z'],
    [uid, '5', 'CANCELLED', '20261203T000000Z', '20261120T020300Z'],
  ]);
});

test('an unchanged feed is not sent again', async () => {
  const { book, link } = await aMember();
  await book();
  const url = await link();
  const first = await read(url);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  server.clock.advance({ hours: 3 });
  const again = await read(url, { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await book();
  expect((await read(url, { 'if-none-match': etag })).status).toBe(200);
  expect((await server.anyone.raw('HEAD', new URL(url).pathname)).status).toBe(200);
});

test('a long calendar that is read often delays no other requests', async () => {
  const { user, book, link } = await aMember();
  const one = await book();
  const url = await link();
  const minute = (n: number) => new Date(Date.parse('2026-11-01T00:00:00.000Z') + n * 60_000).toISOString();
  const many = Array.from({ length: 6_000 }, (_, n) => {
    const { user_id, service_id, ...rest } = one;
    return { ...rest, user_id: user.id, service_id, id: randomUUID(), scheduled_date: minute(n % 2_000) };
  });
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < many.length; n += 500)
      await tx
        .insertInto('bookings')
        .values(many.slice(n, n + 500))
        .execute();
  });
  const texts = await Promise.all(Array.from({ length: 30 }, async () => (await read(url)).text()));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]?.match(/BEGIN:VEVENT/g), 'and none is without an end').toHaveLength(mostVisits);

  // Other work has a turn after each slice, and no slice is long.
  let turns = 0;
  const waiting = () => {
    turns += 1;
    next = setImmediate(waiting);
  };
  let next = setImmediate(waiting);
  const lengths: number[] = [];
  const span = { since: minute(0), until: minute(2_000) };
  for await (const { length } of listVisits(db, { userId: user.id, ...span })) {
    lengths.push(length);
    expect(turns).toBeGreaterThanOrEqual(lengths.length - 1);
  }
  clearImmediate(next);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(mostVisits);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(50);

  // A visit that leaves the first thousand makes room for one that nobody has changed.
  const etag = (await read(url)).headers.get('etag');
  const [first] = many.filter(({ scheduled_date }) => scheduled_date === minute(0));
  await db
    .updateTable('bookings')
    .set({ scheduled_date: minute(1_999) })
    .where('id', '=', String(first?.id))
    .execute();
  expect((await read(url)).headers.get('etag')).not.toBe(etag);
});

test('the log does not contain the address', async () => {
  const { link } = await aMember();
  const url = await link();
  const logged: { path: string }[] = [];
  const note = (facts: { path: string }) => logged.push(facts);
  const child = vi.spyOn(server.deps.log, 'child');
  child.mockReturnValue({ info: note, warn: note, error: note } as never);
  await read(url);
  await read(`${url}x`);
  await server.anyone.raw('GET', new URL(url).pathname.replace('calendar', 'Calendar'));
  child.mockRestore();
  expect(logged.map((line) => line.path)).toEqual(['/calendar/…', '/calendar/…', '/Calendar/…']);
  const [id = ''] = url.split('/').at(-1)?.split('.') ?? [];
  expect(JSON.stringify(logged)).not.toContain(id);
});

test('a calendar that is read too often is limited, from all addresses together', async () => {
  const limited = await startTestServer({
    rates: { feedsPerCalendar: 3 },
    env: { TRUSTED_PROXIES: '1', SANDBOX: '1' },
  });
  try {
    const client = await limited.as(await aUser(limited.deps.db));
    const { body } = await client.call('createCalendarLink');
    const path = new URL(String(body?.url)).pathname;
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` };
      const response = await limited.anyone.raw('GET', path, { headers });
      statuses.push([response.status, response.headers.has('retry-after')]);
    }
    expect(statuses).toEqual([...Array(3).fill([200, false]), [429, true]]);
  } finally {
    await limited.close();
  }
});

test('an address that reads too often is limited', async () => {
  const limited = await startTestServer({ rates: { feedsPerAddress: 3 } });
  try {
    const statuses = [];
    for (let n = 0; n < 4; n++) {
      const response = await limited.anyone.raw('GET', '/calendar/x.ics');
      statuses.push([response.status, response.headers.has('retry-after')]);
    }
    expect(statuses).toEqual([...Array(3).fill([404, false]), [429, true]]);
  } finally {
    await limited.close();
  }
});
