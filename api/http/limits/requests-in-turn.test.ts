import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { defaultRates } from './limits.ts';
import { requestsInTurn, type WaitingRates } from './requests-in-turn.ts';

function aRequest(address: string, session = '', url = '/api/user', socket = new Socket()): IncomingMessage {
  const req = new IncomingMessage(socket);
  req.url = url;
  req.headers.from = address;
  req.headers.cookie = session;
  return req;
}

function listening(rates: Partial<WaitingRates> = {}) {
  const begun: string[] = [];
  const refused: boolean[] = [];
  const addressOf = (req: IncomingMessage) => String(req.headers.from);
  const listener = requestsInTurn(
    (req, res) => {
      begun.push(addressOf(req));
      if (req.url === '/api/refused') {
        res.statusCode = 429;
        res.emit('finish');
      }
    },
    (req) => ({
      address: addressOf(req),
      session: req.headers.cookie || undefined,
      isCall: req.url !== '/file.js',
      refusedAs: `${addressOf(req)} ${req.url}`,
    }),
    { requestsWaitingPerSession: 1000, requestsWaitingPerAddress: 1000, ...rates },
    (_, isFirst) => void refused.push(isFirst),
  );
  return { begun, refused, send: (req: IncomingMessage) => void listener(req, new ServerResponse(req)) };
}

test('a request that comes alone begins at once', () => {
  const { begun, send } = listening();
  send(aRequest('192.0.2.1'));
  expect(begun).toEqual(['192.0.2.1']);
});

test('a request does not wait for all that another address sent before it', async () => {
  const { begun, send } = listening();
  for (let n = 0; n < 100; n += 1) send(aRequest('192.0.2.1'));
  send(aRequest('192.0.2.2'));
  await vi.waitFor(() => expect(begun).toHaveLength(101));
  expect(begun.indexOf('192.0.2.2')).toBeLessThanOrEqual(9);
});

test('other work has a turn between the requests of an address', async () => {
  const { begun, send } = listening();
  for (let n = 0; n < 100; n += 1) send(aRequest('192.0.2.1'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.length).toBeLessThan(30);
});

test('a request whose client has left while it waited is not begun', async () => {
  const { begun, send } = listening();
  const many = Array.from({ length: 20 }, () => aRequest('192.0.2.1'));
  for (const request of many) send(request);
  for (const request of many.slice(10)) request.socket.destroy();
  send(aRequest('192.0.2.3'));
  await vi.waitFor(() => expect(begun).toContain('192.0.2.3'));
  await vi.waitFor(() => expect(begun).toHaveLength(11));
});

test('a session that has too many requests waiting is refused the others; its address is not', async () => {
  const { begun, refused, send } = listening({ requestsWaitingPerSession: 5 });
  for (let n = 0; n < 20; n += 1) send(aRequest('192.0.2.1', 'mia'));
  // Two begin at once, five wait.
  await vi.waitFor(() => expect(refused).toEqual([true, ...Array(12).fill(false)]));
  send(aRequest('192.0.2.1', 'noah'));
  send(aRequest('192.0.2.1'));
  await vi.waitFor(() => expect(begun).toHaveLength(9));
  for (let n = 0; n < 20; n += 1) send(aRequest('192.0.2.1', 'mia'));
  await vi.waitFor(() => expect(refused.filter((isFirst) => isFirst)).toHaveLength(2));
  // Five wait again, and two more begin at once if the last turn is over.
  await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(14));
});

test('an address has a limit of its own, whatever cookies it sends', async () => {
  const { begun, refused, send } = listening({ requestsWaitingPerAddress: 5 });
  for (let n = 0; n < 20; n += 1) send(aRequest('192.0.2.1', `made up ${n}`));
  send(aRequest('192.0.2.2', 'noah'));
  await vi.waitFor(() => expect(refused).toHaveLength(13));
  await vi.waitFor(() => expect(begun).toHaveLength(8));
  expect(begun).toContain('192.0.2.2');
});

test('hundreds are not refused in one turn, and all of them are in the end', async () => {
  const { refused, send } = listening({ requestsWaitingPerSession: 5 });
  for (let n = 0; n < 300; n += 1) send(aRequest('192.0.2.1', 'mia'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused.length).toBeLessThan(50);
  await vi.waitFor(() => expect(refused).toHaveLength(293), { timeout: 10_000 });
});

test('files are never refused, and take no room from the calls of their sender', async () => {
  const { begun, refused, send } = listening({ requestsWaitingPerSession: 5, requestsWaitingPerAddress: 5 });
  for (let n = 0; n < 100; n += 1) send(aRequest('192.0.2.1', 'mia', '/file.js'));
  for (let n = 0; n < 5; n += 1) send(aRequest('192.0.2.1', 'mia'));
  await vi.waitFor(() => expect(begun).toHaveLength(105));
  expect(refused).toEqual([]);
});

test('a hundred people behind one address who open the app in the same moment are all answered', async () => {
  const { begun, refused, send } = listening(defaultRates);
  for (let person = 0; person < 100; person += 1) {
    for (let n = 0; n < 12; n += 1) send(aRequest('192.0.2.1', `person ${person}`));
  }
  await vi.waitFor(() => expect(begun).toHaveLength(1200), { timeout: 10_000 });
  expect(refused).toEqual([]);
});

test('a sender who goes on after refusals with 429 is refused the same call, and no other, without a look', async () => {
  const { begun, refused, send } = listening();
  const inTurns = async (url: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      send(aRequest('192.0.2.1', 'a', url));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await inTurns('/api/refused', 15);
  await inTurns('/api/user', 1);
  await vi.waitFor(() => expect([begun.length, refused.length]).toEqual([11, 5]));
});

test('a connection that sends without end and waits for no answer is closed, and another one is not', async () => {
  const { begun, refused, send } = listening({ requestsWaitingPerSession: 5 });
  for (const url of ['/api/user', '/file.js']) {
    const socket = new Socket();
    for (let n = 0; n < 1000; n += 1) send(aRequest('192.0.2.1', 'mia', url, socket));
    expect(socket.destroyed).toBe(true);
  }
  const patient = new Socket();
  for (let n = 0; n < 30; n += 1) {
    send(aRequest('192.0.2.2', 'noah', '/api/user', patient));
    await vi.waitFor(() => expect(begun.filter((one) => one === '192.0.2.2')).toHaveLength(n + 1), {
      interval: 1,
    });
  }
  expect(patient.destroyed).toBe(false);
  expect(refused).toEqual([]);
});

test('an address to which thousands of refusals wait is cut off, and another one is answered meanwhile', async () => {
  const { refused, send } = listening({ requestsWaitingPerSession: 5 });
  const many = Array.from({ length: 3000 }, () => aRequest('192.0.2.1', 'mia'));
  for (const request of many) send(request);
  expect(many.filter(({ socket }) => socket.destroyed)).toHaveLength(993);
  for (let n = 0; n < 8; n += 1) send(aRequest('192.0.2.2', 'noah'));
  // The first refusal to each address is marked.
  await vi.waitFor(() => expect(refused.filter((isFirst) => isFirst)).toHaveLength(2));
  expect(refused.length).toBeLessThan(1000);
  for (const { socket } of many) socket.destroy();
});
