import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { aBooking, aMessage, anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aMemberWithABooking } from '../../../testing/builders/members-bookings.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.deps.db;
});
afterAll(() => server.close());

const send = (client: Client, bookingId: string, message: string, idempotencyKey?: string) =>
  client.call('sendMessage', {
    body: { bookingId, message },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });

const thread = (bookingId: string) =>
  db.selectFrom('messages').selectAll().where('booking_id', '=', bookingId).orderBy('seq').execute();

test('a member writes in their own thread, trimmed, and the team answers in it', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const key = randomUUID();
  const sent = await send(client, bookingId, '  Is Friday fine?\n', key);
  expect(sent.body).toMatchObject({
    bookingId,
    message: 'Is Friday fine?',
    senderType: 'customer',
    clientId: key,
  });
  const admin = await server.as(await anAdmin(db));
  const answered = await send(admin, bookingId, 'Friday it is');
  expect([answered.status, answered.body.senderType]).toEqual([200, 'admin']);
  const { body } = await client.call('listMessages', { params: { id: bookingId } });
  expect(body.map((m) => [m.senderType, m.message])).toEqual([
    ['customer', 'Is Friday fine?'],
    ['admin', 'Friday it is'],
  ]);
});

test('a device’s own id of a message is shown to its writer alone', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  await send(client, bookingId, 'Mine', randomUUID());
  const admin = await server.as(await anAdmin(db));
  const { body } = await admin.call('listMessages', { params: { id: bookingId } });
  expect(body.map((m) => m.clientId)).toEqual([null]);
});

test('fifty simultaneous repeats store one message, and each gets it as the answer', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => send(client, bookingId, 'Once and for all', key)),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1);
  expect(await thread(bookingId)).toHaveLength(1);
});

test('fifty simultaneous messages from both sides get fifty consecutive places', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const admin = await server.as(await anAdmin(db));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      send(n % 2 ? admin : client, bookingId, `Message ${n}`, randomUUID()),
    ),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(50).fill(200));
  const rows = await thread(bookingId);
  expect(rows.map((r) => r.seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

test('messages sent one after the other keep that order within one millisecond', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  server.clock.set('2026-11-20T02:00:00.000Z');
  for (let n = 0; n < 8; n++) await send(client, bookingId, `Message ${n}`, randomUUID());
  const { body } = await client.call('listMessages', { params: { id: bookingId } });
  expect(body.map((m) => m.message)).toEqual(Array.from({ length: 8 }, (_, n) => `Message ${n}`));
});

test('the same key with another text or booking is refused and changes nothing', async () => {
  const { user, client, bookingId } = await aMemberWithABooking(server);
  const { id: otherBooking } = await aBooking(db, { user_id: user.id });
  const key = randomUUID();
  await send(client, bookingId, 'First', key);
  const words = await send(client, bookingId, 'Second', key);
  const place = await send(client, otherBooking, 'First', key);
  expect([words.body.code, place.body.code]).toEqual(['key_reused', 'key_reused']);
  expect((await thread(bookingId)).map((m) => m.message)).toEqual(['First']);
  expect(await thread(otherBooking)).toEqual([]);
});

test('two people may use the same key', async () => {
  const [one, two] = [await aMemberWithABooking(server), await aMemberWithABooking(server)];
  const key = randomUUID();
  const answers = [
    await send(one.client, one.bookingId, 'A', key),
    await send(two.client, two.bookingId, 'B', key),
  ];
  expect(answers.map((a) => a.body.message)).toEqual(['A', 'B']);
});

test('another person’s thread can be neither read nor written in', async () => {
  const { bookingId } = await aMemberWithABooking(server);
  await aMessage(db, { booking_id: bookingId });
  const stranger = await server.as(await aUser(db));
  const never = randomUUID();
  const answers = [
    await stranger.call('listMessages', { params: { id: bookingId } }),
    await stranger.call('listMessages', { params: { id: never } }),
    await send(stranger, bookingId, 'Hello'),
    await send(stranger, never, 'Hello'),
  ];
  expect(answers.map((a) => [a.status, a.body.code])).toEqual(Array(4).fill([404, 'not_found']));
  const signedOut = [
    await server.anyone.call('listMessages', { params: { id: bookingId } }),
    await send(server.anyone, bookingId, 'Hello'),
  ];
  expect(signedOut.map((a) => a.status)).toEqual([401, 401]);
  expect(await thread(bookingId)).toHaveLength(1);
});

test('a client’s claims about the sender or the time change nothing', async () => {
  const { user, client, bookingId } = await aMemberWithABooking(server);
  const admin = await anAdmin(db);
  const { status } = await client.call('sendMessage', {
    body: {
      bookingId,
      message: 'I am the team',
      senderType: 'admin',
      senderId: admin.id,
      userId: admin.id,
      role: 'admin',
      isSupport: true,
      createdAt: '2020-01-01T00:00:00.000Z',
      seq: -1,
    },
  });
  expect(status).toBe(200);
  const [row] = await thread(bookingId);
  expect(row).toMatchObject({ sender_id: user.id, sender_type: 'customer', seq: 1 });
  expect(row?.created_at.slice(0, 4)).not.toBe('2020');
});

test('empty and too long messages are refused', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  for (const message of ['', ' \n\t ', '\u200b', '\u2800 \u3164', 'x'.repeat(4001)]) {
    const { status, body } = await send(client, bookingId, message);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  }
  expect(await thread(bookingId)).toEqual([]);
});

test('characters that no database can store are removed, and a repeat is still recognised', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  const key = randomUUID();
  for (let times = 0; times < 2; times++) {
    const answer = await client.call('sendMessage', {
      body: { bookingId, message: 'The \0gate is cut \ud83d' },
      idempotencyKey: key,
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'The gate is cut \ufffd']);
  }
  expect(await thread(bookingId)).toHaveLength(1);
});

test('the newest page comes first, each page is oldest first, down to the first message', async () => {
  const { client, bookingId } = await aMemberWithABooking(server);
  for (let n = 1; n <= 7; n++) await aMessage(db, { booking_id: bookingId, message: String(n) });
  const pages: string[][] = [];
  let query: Record<string, string | number> = { limit: 3 };
  for (;;) {
    const { body, headers } = await client.call('listMessages', { params: { id: bookingId }, query });
    pages.push(body.map((m) => m.message));
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (!next) break;
    query = Object.fromEntries(new URL(next, server.url).searchParams);
  }
  expect(pages).toEqual([['5', '6', '7'], ['2', '3', '4'], ['1']]);
  const strange = await client.call('listMessages', { params: { id: bookingId }, query: { cursor: 'x' } });
  expect(strange.status).toBe(400);
});
