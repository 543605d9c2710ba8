import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountDeletions } from '../../../jobs/account-deletions.ts';
import { cleaning } from '../../../jobs/cleaning.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.clock.set('2026-11-20T02:00:00.000Z'));
afterAll(() => server.close());

const never = new AbortController().signal;

/** A person’s devices, whose account is then deleted. */
async function deleted() {
  const user = await aUser(server.deps.db);
  const devices = [await server.as(user), await server.as(user)];
  await devices[0]?.call('requestAccountDeletion', { body: { email: user.email } });
  server.clock.advance({ days: 7 });
  await accountDeletions(server.deps, never);
  return { user, devices };
}

test('the next call of each device, whichever call it is, tells it that its account is deleted', async () => {
  const { devices } = await deleted();
  for (const device of devices)
    for (const [method, path] of [
      ['GET', '/api/auth/user'],
      ['GET', '/api/bookings'],
      ['GET', '/api/data-export/hearthkeep-data.zip'],
      ['GET', '/api/admin/users'],
    ] as const) {
      const answer = await device.raw(method, path);
      expect([path, answer.status]).toEqual([path, 401]);
      const { code, message } = (await answer.json()) as { code: string; message: string };
      expect([path, code]).toEqual([path, 'account_deleted']);
      expect(message).toMatch(/^Unauthorized/);
    }
  const message = { bookingId: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11', message: 'Hello?' };
  const { status, body } = (await devices[0]?.call('sendMessage', { body: message })) ?? {};
  expect([status, body?.code]).toEqual([401, 'account_deleted']);
});

test('other ends of sessions and unknown cookies do not say account_deleted', async () => {
  await deleted();
  const user = await aUser(server.deps.db);
  const phone = await server.as(user);
  await (await server.as(user)).call('endAllSessions');
  expect((await phone.call('readUser')).body.code).toBe('unauthorized');
  expect((await server.anyone.call('readUser')).body.code).toBe('unauthorized');
});

test('an ended session is forgotten once no browser can have its cookie', async () => {
  const { devices } = await deleted();
  const code = async () => (await devices[0]?.call('readUser'))?.body.code;
  server.clock.advance({ days: 29 });
  await cleaning(server.deps, never);
  expect(await code()).toBe('account_deleted');
  server.clock.advance({ days: 1 });
  await cleaning(server.deps, never);
  expect(await code()).toBe('unauthorized');
  expect(await server.deps.db.selectFrom('gone_sessions').selectAll().execute()).toEqual([]);
});
