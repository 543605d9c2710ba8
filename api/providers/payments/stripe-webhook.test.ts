import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createStripePayments } from './stripe.ts';
import { neededEvents } from './stripe-webhook.ts';

const typeLists: string[][] = [];
/** Each question for a list of events gets the next of these answers. */
const answers: object[][] = [];
const provider = createServer((req, res) => {
  const { searchParams } = new URL(req.url ?? '', 'http://provider');
  typeLists.push([...searchParams].flatMap(([name, value]) => (name.startsWith('types[') ? [value] : [])));
  const list = { object: 'list', has_more: false, url: '/v1/events', data: answers.shift() ?? [] };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
});
afterEach(async () => {
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const anEvent = (created: number, object: object) => ({
  id: `evt_${created}`,
  object: 'event',
  type: 'payment_intent.succeeded',
  created,
  data: { object },
});
const intent = { object: 'payment_intent', id: 'pi_1' };

test('events are asked for in groups of types that the provider accepts, and those of all groups come in their order; one of another shape delays none', async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const payments = createStripePayments({
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    scriptUrl: '',
    api: { host: '127.0.0.1', port, protocol: 'http' },
  });
  answers.push(
    [anEvent(5, intent), anEvent(3, { object: 'payment_intent', id: '?' }), anEvent(1, intent)],
    [anEvent(4, intent), anEvent(2, intent)],
  );
  const unread: string[] = [];
  const events = await payments.listEvents('1970-01-01T00:00:00.000Z', (id) => unread.push(id));
  expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2', 'evt_4', 'evt_5']);
  expect(unread).toEqual(['evt_3']);
  expect(typeLists.flat().sort()).toEqual([...neededEvents].sort());
  expect(Math.max(...typeLists.map(({ length }) => length))).toBeLessThanOrEqual(20);
});
