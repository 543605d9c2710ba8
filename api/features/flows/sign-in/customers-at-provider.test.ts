import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../../jobs/reconcile.ts';
import { aUser } from '../../../testing/builders/builders.ts';
import { readProvider } from '../../../testing/outside/traces.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { recognise } from './sign-in.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function customerOf(id: string): Promise<string> {
  const row = await server.deps.db
    .selectFrom('users')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.customer_id ?? '';
}

test('a customer of another account of the provider is not replaced', async () => {
  const { id } = await aUser(server.deps.db, { customer_id: 'cus_elsewhere' });
  expect((await (await server.as({ id })).call('createSetupIntent')).status).toBe(503);
  expect(await customerOf(id)).toBe('cus_elsewhere');
});

test('a person whose address the card provider refuses can pay, and a new name reaches it', async () => {
  const user = await aUser(server.deps.db, { email: 'jörg@example.com', first_name: 'Jörg' });
  expect((await (await server.as(user)).call('createSetupIntent')).status).toBe(200);
  const atProvider = async () =>
    JSON.parse((await readProvider(server, `customers/${await customerOf(user.id)}`)).body);
  expect(await atProvider()).toMatchObject({ email: null, name: expect.stringContaining('Jörg') });
  const { issuer, subject, email } = user;
  const claims = {
    issuer,
    subject,
    email,
    emailVerified: true,
    firstName: 'Georg',
    lastName: 'Lee',
    pictureUrl: null,
  };
  await recognise(server.deps, claims);
  await reconcile(server.deps, new AbortController().signal);
  expect(await atProvider()).toMatchObject({ email: null, name: 'Georg Lee' });
});
