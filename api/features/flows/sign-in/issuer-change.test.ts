import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCodes } from '../../../contract/schemas/events.ts';
import { sessionCookieName } from '../../../http/cookies.ts';
import { openBrowser } from '../../../testing/outside/browser.ts';
import { startIssuer, type TestIssuer } from '../../../testing/outside/issuer.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { openSocket } from '../../../testing/servers/socket.ts';
import { endForeignSessions } from '../../records/account/sessions/sessions.service.ts';

let sandbox: TestServer;
let issuer: TestIssuer;
/** The same data after going live. */
let live: TestServer;
beforeAll(async () => {
  sandbox = await startTestServer();
  issuer = await startIssuer();
  live = await startTestServer({ beside: sandbox, env: issuer.env });
});
afterAll(async () => {
  await live.close();
  await issuer.close();
  await sandbox.close();
});

async function sandboxAdmin(): Promise<string> {
  const admin = openBrowser(sandbox.url);
  await admin.signIn('admin@example.com');
  return `${sessionCookieName(sandbox.deps.env)}=${admin.cookie('hearthkeep')?.value}`;
}
const reads = async (server: TestServer, cookie: string) =>
  (await server.anyone.raw('GET', '/api/admin/bookings', { headers: { cookie } })).status;

test('the sandbox’s administrator cannot read real people’s bookings', async () => {
  const cookie = await sandboxAdmin();
  expect(await reads(sandbox, cookie)).toBe(200);
  expect(await reads(live, cookie)).toBe(401);
  const socket = await openSocket(live, { id: '' }, { cookie });
  expect(await socket.closed).toBe(closeCodes.signedOut);
});

test('sessions end with the secret that signed them', async () => {
  const other = await startTestServer({
    beside: sandbox,
    deps: { secret: 'another secret of nobody but this test' },
  });
  const cookie = await sandboxAdmin();
  expect(await reads(other, cookie)).toBe(401);
  expect(await reads(sandbox, cookie)).toBe(200);
  await other.close();
});

test('a starting server ends sessions of another issuer, and none of its own', async () => {
  await sandboxAdmin();
  const person = await issuer.signIn(live, { sub: 'u1', email: 'u1@example.com' });
  await endForeignSessions(live.deps);
  expect((await person.visit('/api/auth/user')).status).toBe(200);
  expect(await live.deps.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(1);
});

test('an administrator left from the sandbox does not count as one who could take over', async () => {
  await sandboxAdmin();
  const boss = await issuer.signIn(live, { sub: 'boss', email: 'boss@example.com' });
  await live.deps.db
    .updateTable('users')
    .set({ role_id: 'administrator' })
    .where('email', '=', 'boss@example.com')
    .execute();
  const answer = await boss.visit('/api/account-deletion');
  expect(await answer.json()).toMatchObject({ obstacle: 'last_admin' });
});
