import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personOf } from '../../../../core/person.ts';
import { aUser } from '../../../../testing/builders/builders.ts';
import { type TestDatabase, testDatabase } from '../../../../testing/databases/database.ts';
import { openBrowser } from '../../../../testing/outside/browser.ts';
import { startTestServer, type TestServer } from '../../../../testing/servers/server.ts';
import { sessionOf } from './session.ts';
import { createSession } from './sessions.service.ts';

/** Holds the next result with a certain column until it is released. */
function gate() {
  let column: string | null = null;
  let arrived = () => {};
  let letGo: Promise<void> = Promise.resolve();
  let queries = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries++;
      const [row] = result.rows;
      if (column === null || !row || !(column in row)) return result;
      column = null;
      arrived();
      await letGo;
      return result;
    },
  };
  return {
    plugin,
    count: () => queries,
    /** @returns a promise that it is held, and the function that releases it */
    hold(next: string) {
      column = next;
      const held = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      arrived = held.resolve;
      letGo = free.promise;
      return { held: held.promise, letGo: free.resolve };
    },
  };
}

const at = gate();
let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer({ deps: { db: database.db.withPlugin(at.plugin) } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(() => server.clock.set('2026-11-21T00:00:00.000Z'));

async function signedIn() {
  const { id } = await aUser(server.deps.db);
  const cookie = await createSession(server.deps, id, 'test');
  const ask = () =>
    server.anyone.raw('GET', '/api/auth/user', { headers: { cookie: `hearthkeep=${cookie}` } });
  const row = () =>
    database.db.selectFrom('sessions').selectAll().where('user_id', '=', id).executeTakeFirst();
  return { id, cookie, ask, row };
}
const sessionCookieOf = (response: Response) =>
  response.headers.getSetCookie().find((line) => line.startsWith('hearthkeep='));

test('a session without use for 30 days ends', async () => {
  const { ask } = await signedIn();
  server.clock.advance({ days: 30, seconds: -1 });
  expect((await ask()).status).toBe(200);
  const other = await signedIn();
  server.clock.advance({ days: 30 });
  expect((await other.ask()).status).toBe(401);
});

test('a use in the first half moves no limit; one in the second half moves the idle limit and the cookie', async () => {
  const { ask, row } = await signedIn();
  const fresh = await row();
  server.clock.advance({ days: 14 });
  expect(sessionCookieOf(await ask())).toBeUndefined();
  expect(await row()).toEqual({ ...fresh, last_seen_at: '2026-12-05T00:00:00.000Z' });

  server.clock.advance({ days: 2 });
  const renewed = await ask();
  expect(sessionCookieOf(renewed)).toMatch(/httponly/i);
  expect(renewed.headers.getSetCookie().some((line) => /^hearthkeep-in=[\w-]{16};/.test(line))).toBe(true);
  expect(await row()).toMatchObject({
    last_seen_at: '2026-12-07T00:00:00.000Z',
    expires_at: '2027-01-06T00:00:00.000Z',
    ends_at: fresh?.ends_at,
  });
});

test('a session ends after 180 days, however much it is used', async () => {
  const { ask, row } = await signedIn();
  for (let day = 20; day <= 160; day += 20) {
    server.clock.advance({ days: 20 });
    expect((await ask()).status, `day ${day}`).toBe(200);
  }
  expect(await row()).toMatchObject({ expires_at: '2027-05-20T00:00:00.000Z' });
  server.clock.advance({ days: 19 });
  expect((await ask()).status, 'day 179').toBe(200);
  server.clock.advance({ days: 1 });
  expect((await ask()).status, 'day 180').toBe(401);
});

test('a request that prolongs the session while it is ended cannot restore it', async () => {
  const { cookie, ask, row } = await signedIn();
  server.clock.advance({ days: 16 });
  const { held, letGo } = at.hold('ends_at');
  const racing = ask();
  await held;
  const headers = { cookie: `hearthkeep=${cookie}` };
  expect((await server.anyone.raw('GET', '/api/logout', { headers })).status).toBe(303);
  letGo();
  const late = await racing;
  expect(late.status).toBe(401);
  expect(late.headers.getSetCookie()).toEqual([]);
  expect(await row()).toBeUndefined();
  expect((await ask()).status).toBe(401);
});

test('a request under way while the session is ended leaves nothing behind', async () => {
  const { cookie, ask, row } = await signedIn();
  const { held, letGo } = at.hold('first_name');
  const racing = ask();
  await held;
  await server.anyone.raw('GET', '/api/logout', { headers: { cookie: `hearthkeep=${cookie}` } });
  letGo();
  const late = await racing;
  expect(late.headers.getSetCookie()).toEqual([]);
  expect(await row()).toBeUndefined();
  expect((await ask()).status).toBe(401);
});

test('public reads do not query the database about a visitor', async () => {
  const before = at.count();
  expect((await server.anyone.raw('GET', '/api/config')).status).toBe(200);
  expect(at.count()).toBe(before);
});

test('a call without a cookie is refused without a query', async () => {
  const before = at.count();
  expect((await server.anyone.raw('GET', '/api/bookings')).status).toBe(401);
  expect((await server.anyone.raw('GET', '/api/admin/bookings')).status).toBe(401);
  expect(at.count()).toBe(before);
});

test('a lost role is gone at the next call', async () => {
  const { id, ask } = await signedIn();
  const role = async () => (await (await ask()).json()).role;
  await database.db.updateTable('users').set({ role_id: 'administrator' }).where('id', '=', id).execute();
  expect(await role()).toBe('admin');
  await database.db.updateTable('users').set({ role_id: null }).where('id', '=', id).execute();
  expect(await role()).toBe('customer');
});

test('expired sessions are deleted when a person signs in', async () => {
  const { row } = await signedIn();
  server.clock.advance({ days: 31 });
  expect(await row()).toBeDefined();
  await signedIn();
  expect(await row()).toBeUndefined();
});

test('a cookie opens the session of a request that no middleware handles', async () => {
  const { id, cookie } = await signedIn();
  const koa = new Koa();
  koa.keys = [server.deps.secret];
  const sessionWith = (header: string | undefined) => {
    const req = new IncomingMessage(new Socket());
    Object.assign(req.headers, { cookie: header });
    return sessionOf(koa, server.deps, req);
  };
  expect((await sessionWith(`a=b; hearthkeep=${cookie}; c=d`))?.person).toEqual(personOf(id, null));
  for (const header of [undefined, '', 'a=b', 'hearthkeep=', 'hearthkeep=x', `xhearthkeep=${cookie}`])
    expect(await sessionWith(header)).toBeNull();
});

test('on loopback http the cookies are plain, invisible to scripts and to other sites', async () => {
  const by = openBrowser(server.url);
  await by.signIn('plain@example.com');
  const line = by.cookie('hearthkeep')?.line ?? '';
  expect(line).toMatch(/; path=\/;/i);
  expect(line).toMatch(/; httponly/i);
  expect(line).toMatch(/; samesite=lax/i);
  expect(line).not.toMatch(/secure|domain/i);
});

test('on https they are Secure and bound to the host, in the whole sign-in', async () => {
  const publicUrl = 'https://hearthkeep.example';
  const secure = await startTestServer({ env: { PUBLIC_URL: publicUrl, SANDBOX: '1' } });
  const by = openBrowser(secure.url, publicUrl);
  const form = await by.openSignIn('/profile');
  expect(by.cookie(/^__Host-hearthkeep-signin-/)?.line).toMatch(
    /; path=\/;.*; samesite=lax; secure; httponly/i,
  );
  const callback = await by.choose(form, 'secure@example.com');
  const answer = await by.visit(callback.href);
  expect(answer.headers.get('location')).toBe('/profile');
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  const line = by.cookie('__Host-hearthkeep')?.line ?? '';
  expect(line).toMatch(/; path=\/;.*; samesite=lax; secure; httponly/i);
  expect(line).not.toMatch(/domain/i);
  expect((await by.visit('/api/auth/user')).status).toBe(200);
  const { url } = await by.follow('/api/logout', (next) => next.pathname !== '/');
  expect(url.href).toBe(`${publicUrl}/`);
  expect(by.cookie('__Host-hearthkeep')).toBeUndefined();
  await secure.close();
});
