import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('photos shared to a browser without a worker lead to the page that says so, and are not stored', async () => {
  const body = new FormData();
  body.append('photos', new Blob(['a photo'], { type: 'image/jpeg' }), 'gate.jpg');
  const answer = await fetch(`${server.url}/share`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share?lost']);
  expect(answer.headers.get('set-cookie')).toBeNull();
});
