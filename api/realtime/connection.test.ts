import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { closeCodes } from '../contract/schemas/events.ts';
import { personOf } from '../core/person.ts';
import { type Connection, openConnection } from './connection.ts';

let sockets: WebSocketServer;
beforeAll(async () => {
  sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
});
afterAll(() => new Promise((resolve) => sockets.close(resolve)));

/** Both ends of a socket, with control over the client’s side. */
async function aConnection(): Promise<{
  connection: Connection;
  here: WebSocket;
  client: WebSocket;
  heard: string[];
}> {
  const client = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const [[here]] = (await Promise.all([once(sockets, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  const heard: string[] = [];
  const person = personOf('somebody', null);
  const connection = openConnection(here, { person, session: 'x', log: { warn() {} } }, (_, data) =>
    heard.push(String(data)),
  );
  return { connection, here, client, heard };
}

const much = 'x'.repeat(64 * 1024);

/** Sends to a client that does not read until more than a megabyte waits, and does not look at the limit. */
async function fill(here: WebSocket): Promise<void> {
  while (here.bufferedAmount <= 1024 * 1024) {
    here.send(much);
    // The system takes as much as its own buffers hold.
    await new Promise(setImmediate);
  }
}

// The WebSocket library waits 30 s for the client’s close, which never comes: longer than this test.
test('a reader who stops reading is ended as soon as a megabyte waits', {
  timeout: 25_000,
}, async () => {
  const { connection, here, client } = await aConnection();
  client.pause();
  const closed = once(here, 'close');
  // The system’s own buffers fill first.
  while (!connection.ended) connection.sendText(much);
  await closed;
  client.terminate();
});

// Here, too, the library would wait for 30 s.
test('a client that pings without reading the answers is ended as well', { timeout: 25_000 }, async () => {
  const { here, client } = await aConnection();
  client.pause();
  const closed = once(here, 'close');
  await fill(here);
  client.ping();
  await closed;
  client.terminate();
});

test('a client that does not read the heartbeat either is ended by it', async () => {
  const { connection, here, client } = await aConnection();
  client.pause();
  const closed = once(here, 'close');
  await fill(here);
  expect(connection.ended).toBe(false);
  connection.ping();
  const { ended } = connection;
  client.terminate();
  await closed;
  expect(ended).toBe(true);
});

test('a reader who reads can be sent any amount, if the sender waits', async () => {
  const { connection, client } = await aConnection();
  let received = 0;
  client.on('message', () => {
    received += 1;
  });
  for (let n = 0; n < 400; n++) {
    connection.sendText(much);
    await connection.drained();
  }
  connection.end(closeCodes.goingAway, 'Enough');
  expect((await once(client, 'close'))[0]).toBe(closeCodes.goingAway);
  expect(received).toBe(400);
});

test('an ended socket neither receives nor sends', async () => {
  const { connection, client, heard } = await aConnection();
  const received: string[] = [];
  client.on('message', (data) => received.push(String(data)));
  client.send('before');
  while (heard.length === 0) await new Promise(setImmediate);
  connection.end(closeCodes.refused, 'Enough');
  connection.sendText('after');
  client.send('after');
  await once(client, 'close');
  expect([heard, received]).toEqual([['before'], []]);
});

test('a client that does not answer one ping is ended at the next', async () => {
  const { connection, here, client } = await aConnection();
  client.pause();
  const closed = once(here, 'close');
  connection.ping();
  expect(connection.ended).toBe(false);
  connection.ping();
  await closed;
  client.terminate();
});
