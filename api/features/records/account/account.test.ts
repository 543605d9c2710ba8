import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPlan, aUser } from '../../../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { ensureCustomer } from './account.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a person has one customer at the card provider, however many calls ask at once', async () => {
  const { id } = await aUser(server.deps.db);
  const known = await Promise.all([1, 2, 3].map(() => ensureCustomer(server.deps, id)));
  expect(known[0]).toMatch(/^cus_/);
  expect(new Set(known).size).toBe(1);
  const row = await server.deps.db.selectFrom('users').select('customer_id').where('id', '=', id).execute();
  expect(row).toEqual([{ customer_id: known[0] }]);
  expect(await ensureCustomer(server.deps, id)).toBe(known[0]);
});

test('a person is told whether mail can be sent to them', async () => {
  for (const email_verified of [0, 1] as const) {
    const client = await server.as(await aUser(server.deps.db, { email_verified }));
    expect((await client.call('readUser')).body.emailVerified).toBe(email_verified === 1);
  }
});

test('the configuration contains what a visitor’s browser needs, and no secret', async () => {
  const { body } = await server.anyone.call('readConfig');
  expect(body).toMatchObject({
    supportPhone: '1300 555 014',
    supportTel: '1300555014',
    timeZone: 'Australia/Sydney',
    currency: 'aud',
    sandbox: true,
    sandboxSaid: false,
  });
  expect(body.payments.publishableKey).toMatch(/^pk_/);
});

test('a member with a plan gets the support phone as concierge, unless they have their own', async () => {
  const user = await aUser(server.deps.db);
  await aPlan(server.deps.db, { user_id: user.id, tier: 'deluxe' });
  const client = await server.as(user);
  const first = await client.call('readUser');
  expect(first.body).toMatchObject({
    subscriptionTier: 'deluxe',
    paymentFailed: false,
    monthlyHours: 20,
    conciergeContact: server.deps.env.SUPPORT_PHONE,
    conciergeTel: '1300555014',
    personalConcierge: 'Premium Concierge Team',
  });
  await server.deps.db
    .updateTable('users')
    .set({ concierge_contact: '+61 (0)491 570 006' })
    .where('id', '=', user.id)
    .execute();
  const contact = { conciergeContact: '+61 (0)491 570 006', conciergeTel: '+61491570006' };
  expect((await client.call('readUser')).body).toMatchObject(contact);
  const admin = await server.as(await aUser(server.deps.db, { role_id: 'administrator' }));
  expect((await admin.call('readCustomer', { params: { id: user.id } })).body).toMatchObject(contact);
});
