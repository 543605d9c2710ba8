import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
import { readEnv } from '../core/env.ts';
import { anAdmin, aService, aUser } from '../testing/builders/builders.ts';
import { aPayingMember } from '../testing/builders/plans.ts';
import { visit } from '../testing/outside/cards.ts';
import type { Client } from '../testing/servers/client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/servers/server.ts';
import { addressKey } from './limits/limits.ts';

let servers: TestServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.reverse()) await server.close();
  servers = [];
});
async function aServer(options: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}
const statuses = async (asks: (() => Promise<{ status: number }>)[]) => {
  const all: number[] = [];
  for (const ask of asks) all.push((await ask()).status);
  return all;
};
const times = <T>(n: number, ask: () => T) => Array.from({ length: n }, () => ask);

test('reads that ask the card provider are limited, with the time to wait', async () => {
  const server = await aServer({});
  const member = await aPayingMember(server);
  const strict = await aServer({ beside: server, rates: { providerPerPerson: 3 } });
  const client = await strict.as(member.user);
  const previews = vi.spyOn(strict.deps.payments, 'previewUpgrade').mockResolvedValue({
    amountCents: 1,
    creditCents: 0,
    chargeCents: 1,
  });
  const preview = () => client.call('previewSubscription', { query: { tier: 'premium' } });
  expect(await statuses(times(5, preview))).toEqual([200, 200, 200, 429, 429]);
  expect(previews).toHaveBeenCalledTimes(3);
  const refused = await preview();
  expect([refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
    'too_many_requests',
    true,
  ]);
  // Each call alone would have its own limit.
  expect((await client.call('listPaymentMethods')).status).toBe(429);
  expect((await client.call('createSetupIntent')).status).toBe(429);
  expect((await client.call('readUser')).status, 'what costs nothing goes on').toBe(200);
});

test('calls that let a card be tried have one limit a day together', async () => {
  const server = await aServer({ rates: { cardTriesPerPerson: 3 } });
  const client = await server.as(await aUser(server.deps.db));
  const serviceId = (await aService(server.deps.db)).id;
  const tries = [
    () => client.call('createSetupIntent'),
    () => client.call('createPaymentIntent', { body: { serviceId, bookingData: visit } }),
    () => client.call('createSubscription', { body: { tier: 'basic' } }),
  ];
  expect(await statuses(tries)).toEqual([200, 200, 200]);
  expect(await statuses([...tries, () => client.call('paySubscription')])).toEqual([429, 429, 429, 429]);
  const { body, headers } = await client.call('createSetupIntent');
  expect(body).toMatchObject({ message: 'You have tried cards too often today. Please call us to pay.' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect((await client.call('listPaymentMethods')).status, 'a list of cards tries none').toBe(200);
  const other = await server.as(await aUser(server.deps.db));
  expect((await other.call('createSetupIntent')).status, 'another person is not concerned').toBe(200);
});

/** Calls after which the provider charges or checks a card. */
const triesCard =
  /^(create(Setup|Payment)Intent|createSubscription|(change|pay)Subscription|pay\w*Hours|acceptQuote|agreeToExtraHours)$/;

test('every call that lets a card be tried counts as one', () => {
  const named = Object.entries<Call>(calls);
  expect(named.filter(([, { cost }]) => cost === 'card').map(([name]) => name)).toEqual(
    named.map(([name]) => name).filter((name) => triesCard.test(name)),
  );
});

const isPaged = ({ query }: Call): boolean => query instanceof z.ZodMiniObject && 'cursor' in query.shape;

test('every call with pages costs points', () => {
  const free = Object.entries<Call>(calls).filter(([, call]) => isPaged(call) && call.cost === undefined);
  expect(free.map(([name]) => name)).toEqual([]);
});

test('every read is limited: a person’s by the person, a visitor’s by the address', async () => {
  const server = await aServer({ rates: { readsPerPerson: 3, readsPerAddress: 4, heavyPerPerson: 40 } });
  const client = await server.as(await aUser(server.deps.db));
  expect(await statuses(times(4, () => client.call('readUser')))).toEqual([200, 200, 200, 429]);
  const calendar = () => client.raw('GET', `/api/bookings/${randomUUID()}/calendar.ics`);
  expect((await calendar()).status, 'a calendar is a read, too').toBe(429);
  const other = await server.as(await aUser(server.deps.db));
  expect((await other.call('readUser')).status, 'another person is not held up').toBe(200);
  expect(await statuses(times(5, () => server.anyone.call('listServices')))).toEqual([
    200, 200, 200, 200, 429,
  ]);

  const admin = await server.as(await anAdmin(server.deps.db));
  const file = () => admin.raw('GET', '/api/admin/bookings/export.csv');
  expect(await statuses(times(2, file)), 'a whole file costs as many lists').toEqual([200, 429]);
});

test('a network of 2^64 addresses counts as one caller, and a mapped address as its IPv4 address', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:0DB8:1:2::9'));
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7');
});

test('the next address of the same network has the same limit', async () => {
  const server = await aServer({
    env: { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' },
    rates: { signInPerAddress: 1 },
  });
  const from = (address: string) =>
    server.anyone.raw('GET', '/api/login', { headers: { 'x-forwarded-for': address } });
  expect((await from('2001:db8:1:2::1')).status).toBe(303);
  expect((await from('2001:db8:1:2:ffff::2')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(303);
});

test('the caller is the address that the outermost of our own proxies adds, with any number of proxies', async () => {
  const env = { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' };
  const from = (server: TestServer, chain: string) =>
    server.anyone.raw('GET', '/api/login', { headers: { 'x-forwarded-for': chain } }).then((r) => r.status);
  const two = await aServer({ env: { ...env, TRUSTED_PROXIES: '2' }, rates: { signInPerAddress: 1 } });
  expect(await from(two, '198.51.100.9, 203.0.113.1, 10.0.0.1')).toBe(303);
  expect(await from(two, '198.51.100.8, 203.0.113.1, 10.0.0.2'), 'the same caller').toBe(429);
  expect(await from(two, '203.0.113.2, 10.0.0.1')).toBe(303);
  const none = await aServer({ env: { ...env, TRUSTED_PROXIES: '0' }, rates: { signInPerAddress: 1 } });
  expect(await from(none, '203.0.113.1')).toBe(303);
  expect(await from(none, '203.0.113.2'), 'a header says nothing').toBe(429);
  expect(() => readEnv({ TRUSTED_PROXIES: 'all' })).toThrow(/^TRUSTED_PROXIES /);
  expect(() => readEnv({ TRUSTED_PROXY: '1' })).toThrow('TRUSTED_PROXY is not a known environment value');
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a limit is counted by several processes together, for writes and for calls of the provider',
  async () => {
    const rates = { providerPerPerson: 3, writesPerPerson: 3 };
    const one = await aServer({ rates });
    const two = await aServer({ rates, beside: one });
    const user = await aUser(one.deps.db);
    const [here, there] = [await one.as(user), await two.as(user)];
    const body = { bookingId: randomUUID(), message: 'Hello' };
    expect(
      await statuses([
        () => here.call('sendMessage', { body }),
        () => there.call('sendMessage', { body }),
        () => here.call('sendMessage', { body }),
        () => there.call('sendMessage', { body }),
        () => here.call('sendMessage', { body }),
      ]),
    ).toEqual([404, 404, 404, 429, 429]);
    const cards = (client: typeof here) => () => client.call('listPaymentMethods');
    expect(await statuses([cards(here), cards(there), cards(here), cards(there)])).toEqual([
      200, 200, 200, 429,
    ]);
  },
);

test('refused calls of visitors and of people without rights are limited by address', async () => {
  const server = await aServer({
    env: { PUBLIC_URL: 'https://hearthkeep.example', SANDBOX: '1' },
    rates: { refusedPerAddress: 4 },
  });
  const customer = await server.as(await aUser(server.deps.db));
  const [home, nextDoor] = ['2001:db8:1:2::1', '2001:db8:1:3::1'];
  const ask = (who: Client, method: string, path: string, address = home) => {
    return () => who.raw(method, path, { headers: { 'x-forwarded-for': address } });
  };
  const { anyone } = server;
  expect(
    await statuses([
      ask(anyone, 'GET', '/api/bookings'),
      ask(anyone, 'GET', '/api/admin/bookings/export.csv'),
      ask(anyone, 'POST', '/api/bookings'),
      ask(customer, 'GET', '/api/admin/bookings'),
      ask(anyone, 'GET', '/api/bookings'),
      ask(customer, 'GET', '/api/admin/bookings', '2001:db8:1:2:ffff::9'),
      ask(anyone, 'POST', '/api/bookings'),
    ]),
    'a visitor, a file, a write from elsewhere, a customer; then none of them',
  ).toEqual([401, 401, 403, 403, 429, 429, 429]);
  const refused = await ask(anyone, 'GET', '/api/bookings')();
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    await statuses([
      ask(customer, 'GET', '/api/bookings'),
      ask(anyone, 'GET', '/api/services'),
      ask(anyone, 'GET', '/api/bookings', nextDoor),
    ]),
    'who may, what is for everybody, and another address go on',
  ).toEqual([200, 200, 401]);
});

test('the return from the issuer is limited as the way to it', async () => {
  const server = await aServer({ rates: { signInPerAddress: 2 } });
  const back = () => server.anyone.raw('GET', '/api/callback?code=c&state=s', { redirect: 'manual' });
  expect(await statuses(times(3, back))).toEqual([303, 303, 429]);
});
