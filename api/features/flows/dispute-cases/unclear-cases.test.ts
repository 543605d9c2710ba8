import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import { aPayingMember } from '../../../testing/builders/plans.ts';
import { unclearOf } from '../../../testing/builders/unclear.ts';
import { type Dashboard, openDashboard } from '../../../testing/outside/dashboard.ts';
import { recordChanges } from '../../../testing/servers/changes.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';

let server: TestServer;
let dashboard: Dashboard;
beforeAll(async () => {
  server = await startTestServer();
  dashboard = await openDashboard(server);
});
afterAll(async () => {
  await dashboard.close();
  await server.close();
});

test('an administrator notes an unclear state as seen, and it waits again only if it changes', async () => {
  const { user } = await aPayingMember(server, 'basic');
  const heard = recordChanges(server.deps);
  let status = 'hibernating';
  dashboard.alter('subscription', (given) => ({ ...given, status: status as 'paused' }));
  const { provider_id } = await server.deps.db
    .selectFrom('subscriptions')
    .select('provider_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const updated = () =>
    dashboard.announce('customer.subscription.updated', { object: 'subscription', id: provider_id ?? '' });
  await updated();
  const { db } = server.deps;
  const admin = await server.as(await anAdmin(db));
  const mine = (await admin.call('listUnclearAtProvider')).body.find(
    ({ customer }) => customer.id === user.id,
  );
  const params = { id: mine?.id ?? '' };
  for (const [who, status] of [
    [server.anyone, 401],
    [await server.as(await aUser(db)), 403],
  ] as const) {
    expect((await who.call('listUnclearAtProvider')).status).toBe(status);
    expect((await who.call('settleUnclearAtProvider', { params })).status).toBe(status);
  }
  expect((await admin.call('settleUnclearAtProvider', { params })).status).toBe(200);
  expect((await admin.call('settleUnclearAtProvider', { params })).status).toBe(404);
  await updated();
  expect(await unclearOf(server, user)).toEqual([]);
  status = 'sleepwalking';
  await updated();
  expect(await unclearOf(server, user)).toEqual([['status', 'sleepwalking']]);
  const open = heard.filter(({ keys }) => keys.includes('/api/admin/unclear-at-provider'));
  expect(open).toHaveLength(3);
});
