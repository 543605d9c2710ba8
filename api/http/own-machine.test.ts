import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';

/** The status of a request with headers that fetch would refuse to send. */
async function status({ url }: TestServer, path: string, headers: Record<string, string>): Promise<number> {
  const clientRequest = request(url + path, { headers }).end();
  const [answer] = await once(clientRequest, 'response');
  answer.resume();
  return answer.statusCode;
}

const strangers = [
  { 'x-forwarded-for': '203.0.113.9' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.9' },
  { host: 'hearthkeep.example' },
  { host: '192.168.1.5:3000' },
  { host: 'localhost.hearthkeep.example' },
];

test('a proxy that outlives its server’s settings lets nobody in as an administrator', async () => {
  const server = await startTestServer();
  for (const headers of strangers) {
    for (const path of ['/api/login', '/sandbox/identity/auth', '/sandbox/mailbox', '/api/services'])
      expect(await status(server, path, headers), JSON.stringify([path, headers])).toBe(403);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/chat`, { origin: server.url, headers });
    const [error] = await once(socket, 'error');
    expect(error.message).toContain('403');
  }
  const { host } = new URL(server.url);
  expect(await status(server, '/api/login', { host: host.replace('127.0.0.1', 'localhost') })).toBe(303);
  await server.close();
});

test('with SANDBOX=1 others may come, and the page bears the word', async () => {
  const server = await startTestServer({ env: { SANDBOX: '1', PUBLIC_URL: 'https://hearthkeep.example' } });
  for (const headers of strangers) expect(await status(server, '/api/login', headers)).toBe(303);
  expect((await server.anyone.call('readConfig')).body.sandboxSaid).toBe(true);
  await server.close();
});
