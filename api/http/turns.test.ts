import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';

let server: TestServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Holds what is asked of the card provider, until `go`. */
function holdProvider() {
  const { payments } = server.deps;
  const go = Promise.withResolvers<void>();
  const ask = payments.createSetupIntent;
  const asked = vi.spyOn(payments, 'createSetupIntent').mockImplementation(async (input) => {
    await go.promise;
    return ask(input);
  });
  return { go: go.resolve, asked: () => asked.mock.calls.length };
}

test('two writes of one person are carried out at once; few wait, and further ones are refused', async () => {
  server = await startTestServer({ rates: { writesWaitingPerPerson: 2 } });
  const { db } = server.deps;
  const [client, other] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const { go, asked } = holdProvider();
  const write = () => client.call('createSetupIntent');
  const begun = [write(), write()];
  await expect.poll(asked).toBe(2);
  const waiting = [write(), write()];
  const beyond = write();
  const refused = await Promise.race([...waiting, beyond]);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(asked()).toBe(2);
  // Reads of this person and writes of others do not wait.
  expect((await client.call('readUser')).status).toBe(200);
  const others = other.call('createSetupIntent');
  await expect.poll(asked).toBe(3);
  go();
  const answers = await Promise.all([...begun, ...waiting, beyond, others]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a person whose hundreds of writes wait holds up no call of another', async () => {
  server = await startTestServer();
  const { db } = server.deps;
  const [busy, other] = [await server.as(await aUser(db)), await server.as(await aUser(db))];
  const { go, asked } = holdProvider();
  const many = Array.from({ length: 200 }, () => busy.call('createSetupIntent'));
  await expect.poll(asked).toBe(2);
  expect((await other.call('listBookings')).status).toBe(200);
  expect((await other.call('createCalendarLink')).status).toBe(200);
  expect(asked()).toBe(2);
  go();
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});
