import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChatMessage, anAdmin, aUser } from '../testing/builders/builders.ts';
import { onServer } from '../testing/databases/database.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { openSocket, type TestSocket } from '../testing/servers/socket.ts';

let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ beside: one });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const tell = (server: TestServer, person: { id: string }, ...keys: string[]) =>
  server.deps.changes.tell({ people: [person.id], keys });
const told = (socket: TestSocket) => socket.all('changed').flatMap(({ keys }) => keys);

test('a change is told to the people concerned and nobody else, on every server', async () => {
  const { db } = one.deps;
  const [user, other, admin] = [await aUser(db), await aUser(db), await anAdmin(db)];
  const [here, there] = [await openSocket(one, user), await openSocket(two, user)];
  const [strange, team] = [await openSocket(one, other), await openSocket(two, admin)];
  tell(one, user, '/api/bookings');
  one.deps.changes.tell({ admins: true, keys: ['/api/admin/bookings/'] });
  // The last change told arrives last.
  one.deps.changes.tell({ people: [other.id], admins: true, keys: ['/api/end'] });
  tell(one, user, '/api/end');
  for (const socket of [here, there, strange, team])
    await socket.next('changed', ({ keys }) => keys.includes('/api/end'));
  expect([told(here), told(there), told(strange), told(team)]).toEqual([
    ['/api/bookings', '/api/end'],
    ['/api/bookings', '/api/end'],
    ['/api/end'],
    ['/api/admin/bookings/', '/api/end'],
  ]);
  await Promise.all([here, there, strange, team].map((socket) => socket.close()));
});

test('simultaneous changes are told together, at most twice a second', async () => {
  const user = await aUser(one.deps.db);
  const socket = await openSocket(one, user);
  const began = performance.now();
  for (let n = 0; n < 100; n++) tell(one, user, `/api/thing/${n}`, '/api/things');
  await socket.next('changed');
  const { keys } = await socket.next('changed');
  expect(performance.now() - began).toBeGreaterThan(450);
  expect(keys).toHaveLength(100);
  expect(socket.all('changed')).toHaveLength(2);
  await socket.close();
});

test('a returning client is told the changes made while its socket was closed', async () => {
  const user = await aUser(one.deps.db);
  const first = await openSocket(one, user);
  await first.close();
  tell(two, user, '/api/bookings');
  tell(two, await aUser(one.deps.db), '/api/other');
  tell(one, user, '/api/preferences');
  const back = await openSocket(one, user, { query: 'age=0' });
  await back.next('changed', ({ keys }) => keys.includes('/api/preferences'));
  // The other process’s hints arrive later.
  while (!told(back).includes('/api/bookings')) await back.next('changed');
  expect(told(back).sort()).toEqual(['/api/bookings', '/api/preferences']);
  await back.close();
});

test('a client that was away for too long reads everything again; one that states no absence reads nothing', async () => {
  const user = await aUser(one.deps.db);
  const long = await openSocket(one, user, { query: 'age=61000' });
  expect(await long.next('changed')).toEqual({ keys: ['/api/'] });
  tell(one, user, '/api/before');
  const fresh = await openSocket(one, user);
  tell(one, user, '/api/after');
  expect(await fresh.next('changed')).toEqual({ keys: ['/api/after'] });
  await Promise.all([long.close(), fresh.close()]);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'after a time in which a server heard nothing from the others, its clients read everything again',
  async () => {
    const user = await aUser(one.deps.db);
    const socket = await openSocket(two, user);
    socket.send({ type: 'join', data: { userId: user.id, isSupport: false, lastSeenId: null } });
    await socket.next('joined');
    await onServer(
      one.deps.env.DATABASE_URL,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hearthkeep notifications' AND datname = current_database()`,
    );
    await aChatMessage(one.deps, { conversationId: user.id, sender: user, content: 'Anybody?' });
    expect((await socket.next('message')).content).toBe('Anybody?');
    while (!told(socket).includes('/api/')) await socket.next('changed');
    // The other servers are heard again.
    await aChatMessage(one.deps, { conversationId: user.id, sender: user, content: 'Good' });
    await socket.next('message', ({ content }) => content === 'Good');
    await socket.close();
  },
);
