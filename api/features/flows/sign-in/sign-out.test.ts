import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../testing/outside/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browser = () => openBrowser(server.url);

test('signing out ends our session and the issuer’s, and leads straight home', async () => {
  const by = browser();
  await by.signIn('leaver@example.com');
  expect(by.cookie('_session'), 'the issuer keeps one too').toBeDefined();
  const kept = by.cookie('hearthkeep')?.value;
  const hops: string[] = [];
  const { url } = await by.follow('/api/logout', (next) => {
    hops.push(next.pathname);
    return next.pathname !== '/';
  });
  expect(url.href).toBe(`${server.url}/`);
  expect(hops).toEqual(['/api/logout', '/sandbox/identity/session/end', '/']);
  expect(by.cookie('hearthkeep')).toBeUndefined();
  expect(by.cookie('hearthkeep-in')).toBeUndefined();
  const sessions = server.deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.email', '=', 'leaver@example.com');
  expect(await sessions.selectAll('sessions').execute()).toEqual([]);
  const stolen = await server.anyone.raw('GET', '/api/auth/user', {
    headers: { cookie: `hearthkeep=${kept}` },
  });
  expect(stolen.status).toBe(401);
});

test('another site cannot sign a person out, but the person can', async () => {
  const by = browser();
  await by.signIn('stay@example.com');
  for (const site of ['cross-site', 'same-site']) {
    const refused = await by.visit('/api/logout', { headers: { 'sec-fetch-site': site } });
    expect(refused.headers.get('location')).toBe('/');
  }
  expect(await by.me()).toMatchObject({ email: 'stay@example.com' });

  const typed = await by.visit('/api/logout', { headers: { 'sec-fetch-site': 'none' } });
  expect(typed.headers.get('clear-site-data'), 'no page of ours has emptied the stores').toBe('"storage"');
  expect((await by.visit('/api/auth/user')).status).toBe(401);
});

test('our own page empties its storage itself, and keeps the precache', async () => {
  const by = browser();
  await by.signIn('page@example.com');
  const answer = await by.visit('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(answer.headers.get('clear-site-data')).toBeNull();
});

test('our own page gets the next address after the session has ended', async () => {
  const by = browser();
  await by.signIn('leaver@example.com');
  const answer = await by.visit('/api/logout', {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect((await answer.json()).url).toMatch(/\/sandbox\/identity\/session\/end\?/);
  expect((await by.visit('/api/auth/user')).status).toBe(401);
});

test('signing out without a session leads home', async () => {
  const { url } = await browser().follow('/api/logout', (next) => next.pathname !== '/');
  expect(url.href).toBe(`${server.url}/`);
});

test('a person signed in before a restart of the issuer can still sign out', async () => {
  const publicUrl = 'https://hearthkeep.example';
  const before = await startTestServer({ env: { PUBLIC_URL: publicUrl, SANDBOX: '1' } });
  await openBrowser(before.url, publicUrl).signIn('early@example.com');
  await before.close();

  const after = await startTestServer({ env: { PUBLIC_URL: publicUrl, SANDBOX: '1' } });
  const by = openBrowser(after.url, publicUrl);
  const end = await after.deps.identity.endUrl(null, `${publicUrl}/`);
  const { url, response } = await by.follow(end ?? '');
  const page = await response.text();
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  const answer = await by.visit(new URL(action, url).href, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(answer.headers.get('location')).toBe(`${publicUrl}/`);
  await after.close();
});
