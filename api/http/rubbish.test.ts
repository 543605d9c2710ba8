import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anAdmin, aService } from '../testing/builders/builders.ts';
import type { Client } from '../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';

let server: TestServer;
/** An administrator: no call refuses one before it has read the input. */
let client: Client;
let complaints: { level: number; msg: string }[];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => complaints.push(JSON.parse(line)) });
  server = await startTestServer({ log });
  client = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());
beforeEach(() => {
  complaints = [];
});
const errors = () => complaints.filter(({ level }) => level >= 50).map(({ msg }) => msg);

/** The server’s answer to these bytes, before or after the caller hangs up. */
async function say(text: string, hangUp = false): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (more) => {
    answer += more;
  });
  socket.on('error', () => {});
  if (hangUp) socket.end(text);
  else socket.write(text);
  await once(socket, 'close');
  return answer;
}
const head = (line: string, ...headers: string[]) =>
  [
    line,
    `host: ${new URL(server.url).host}`,
    `origin: ${server.url}`,
    'connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

test('a NUL in an id causes no failure of the server', async () => {
  const { id: serviceId } = await aService(server.deps.db);
  const json = { 'content-type': 'application/json', origin: server.url };
  const post = (path: string, body: object) =>
    client.raw('POST', path, { headers: json, body: JSON.stringify(body) });
  for (const paymentIntentId of ['\0', 'pi_\0', 'pi_1\0_secret']) {
    expect((await post('/api/confirm-one-time-payment', { paymentIntentId, serviceId })).status).toBe(400);
    expect((await post('/api/cancel-payment-intent', { paymentIntentId })).status).toBe(400);
  }
  const gone: [string, string][] = [
    ['DELETE', '/api/sessions/%00'],
    ['DELETE', '/api/payment-methods/pm_%00'],
    ['PUT', '/api/payment-methods/pm_%00/default'],
    ['GET', '/api/bookings/%00/calendar.ics'],
    ['GET', `/api/bookings/${randomUUID()}%00`],
    ['GET', '/calendar/%00'],
    ['GET', '/%00'],
  ];
  for (const [method, path] of gone)
    expect((await client.raw(method, path, { headers: { origin: server.url } })).status, path).toBe(404);
  for (const path of [
    '/api/admin/bookings?cursor=%00',
    '/api/admin/bookings?search=%00',
    '/api/admin/users?q=%00',
  ])
    expect((await client.raw('GET', path)).status, path).toBeLessThan(500);
  expect(errors()).toEqual([]);
});

test('an address of 50,000 characters is not found', async () => {
  const { id: serviceId } = await aService(server.deps.db);
  const email = (length: number) => `${'a'.repeat(64)}@${'b.'.repeat((length - 68) / 2)}com`;
  const answer = (length: number) =>
    client.call('createPaymentIntent', {
      body: {
        serviceId,
        bookingData: {
          customerName: 'Alex Nguyen',
          phone: '0412 345 678',
          email: email(length),
          address: '12 Wattle Street, Newtown',
          scheduledDate: new Date(Date.now() + 5 * 86_400_000).toISOString(),
        },
      } as never,
    });
  expect(await answer(50_000)).toMatchObject({
    status: 400,
    body: { fields: { 'bookingData.email': expect.any(String) } },
  });
  expect((await answer(254)).status).toBe(200);
});

test('a request to upgrade to an unknown protocol is answered over HTTP', async () => {
  for (const protocol of ['h2c', 'TLS/1.0', 'websocket2']) {
    const headers = [
      'connection: upgrade, close, http2-settings',
      `upgrade: ${protocol}`,
      'http2-settings: AAMAAABk',
    ];
    expect(await say(head('GET /api/services HTTP/1.1', ...headers)), protocol).toMatch(/^HTTP\/1.1 200 /);
  }
});

test('bytes that are no HTTP cause no errors in the log', async () => {
  const paths = [
    '/api/webhooks/stripe',
    '/api/auth/user',
    '/api/backchannel-logout',
    '/sandbox/identity/token',
  ];
  const rubbish = [
    ['foo', 'zz'],
    ['xchunked', ''],
    ['chunked, foo', '5\r\nhe'],
    ['chunked', 'zz\r\n'],
    ['chunked', '5\r\nhe'],
    ['chunked', 'ffffffffffffffffff\r\n'],
  ];
  for (const path of paths) {
    for (const [coding, body] of rubbish) {
      const type = 'content-type: application/x-www-form-urlencoded';
      await say(head(`POST ${path} HTTP/1.1`, type, `transfer-encoding: ${coding}`) + body, true);
    }
  }
  expect(errors()).toEqual([]);
});
