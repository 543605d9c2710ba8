import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { requestsInTurn } from './requests-in-turn.ts';

function aRequest(address: string): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  req.headers.from = address;
  return req;
}

function listening() {
  const begun: string[] = [];
  const addressOf = (req: IncomingMessage) => String(req.headers.from);
  const listener = requestsInTurn((req) => void begun.push(addressOf(req)), addressOf);
  return { begun, send: (req: IncomingMessage) => void listener(req, new ServerResponse(req)) };
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
