import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { webhookPath } from '../../features/flows/webhooks/webhooks.routes.ts';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';
import { webhookLimit } from '../body.ts';
import type { LimitRates } from './limits.ts';

let server: TestServer;
afterEach(() => server.close());

const start = async (rates: Partial<LimitRates> = {}) => {
  server = await startTestServer({ rates, env: { TRUSTED_PROXIES: '1', SANDBOX: '1' } });
};

/** A header of the right form and time, which anybody can write. */
const forged = () => `t=${Math.floor(server.clock.now().getTime() / 1000)},v1=${'0'.repeat(64)}`;

/** Begins a request whose body, the longest that is read, never ends. @returns the answer, once the server has closed the connection */
function sendHalf(signature: string, { from = '198.51.100.1', bytes = 1000, path = webhookPath } = {}) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(server.url).host}`,
    `x-forwarded-for: ${from}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${path === webhookPath ? webhookLimit : 60_000}`,
    ...(signature && [`stripe-signature: ${signature}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(bytes)}`);
  return text(socket).then((answer) => answer.slice(0, answer.indexOf('\r\n')));
}

const logout = '/api/backchannel-logout';
const refused = 'HTTP/1.1 400 Bad Request';
const later = 'HTTP/1.1 503 Service Unavailable';

test('a webhook without a signature of the present time is refused before its body has arrived', async () => {
  await start();
  const time = Math.floor(server.clock.now().getTime() / 1000);
  const digits = '0'.repeat(64);
  for (const signature of [
    '',
    'nonsense',
    `v1=${digits}`,
    `t=${time}`,
    `t=${time},v1=short`,
    `t=${time - 301},v1=${digits}`,
    // A minute more than is refused, since the time goes on.
    `t=${time + 360},v1=${digits}`,
  ])
    expect(await sendHalf(signature), signature).toBe(refused);
});

test('a body that does not arrive in time is answered, and its connection closed', async () => {
  await start({ bodySeconds: 1 });
  expect(await Promise.all([sendHalf(forged()), sendHalf('', { path: logout })])).toEqual([later, later]);
});

test('a large body past its address’s share is answered; other bodies are received on', async () => {
  await start({ bodyBytes: 600_000, bodySeconds: 3 });
  const began = performance.now();
  const others = [
    sendHalf(forged(), { bytes: 60_000 }),
    sendHalf(forged(), { from: '198.51.100.2', bytes: 60_000 }),
  ];
  expect(await sendHalf(forged(), { bytes: 125_000 })).toBe(later);
  expect(performance.now() - began).toBeLessThan(2900);
  // The server's clock ends them, and nothing before.
  expect(await Promise.all(others)).toEqual([later, later]);
  expect(performance.now() - began).toBeGreaterThan(2900);
});

test('if all together send too much, the address that holds the most gives way', async () => {
  await start({ bodyBytes: 400_000 });
  const greedy = Array.from({ length: 6 }, () => sendHalf(forged(), { bytes: 60_000 }));
  expect(await Promise.any(greedy)).toBe(later);
  const other = connect(Number(new URL(server.url).port), '127.0.0.1');
  other.write(
    `POST ${logout} HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\nconnection: close\r\nx-forwarded-for: 198.51.100.2\r\n` +
      'content-type: application/x-www-form-urlencoded\r\ncontent-length: 60000\r\n\r\n',
  );
  await once(other, 'connect');
  other.write('x'.repeat(60_000));
  expect(await text(other)).toContain(refused);
});
