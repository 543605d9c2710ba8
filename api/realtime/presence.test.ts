import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBus } from '../bus/bus.ts';
import { anAdmin, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { openSocket, type TestSocket } from '../testing/servers/socket.ts';
import { createPresence } from './presence.ts';

/** SQLite has one process. */
const isShared = process.env.TEST_DATABASE === 'postgres';

let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await startTestServer();
  two = isShared ? await startTestServer({ beside: one }) : one;
});
afterAll(async () => {
  if (two !== one) await two.close();
  await one.close();
});

function join(socket: TestSocket, person: { id: string }, isSupport: boolean, conversationId?: string) {
  socket.send({
    type: 'join',
    data: { userId: person.id, isSupport, ...(conversationId && { conversationId }) },
  });
}

test('customer and team see each other come and go, on any server', async () => {
  const { db } = one.deps;
  const [user, robin, sam] = [
    await aUser(db),
    await anAdmin(db, { first_name: 'Robin', last_name: 'Lee' }),
    await anAdmin(db, { first_name: 'Sam', last_name: 'Ito' }),
  ];
  const theirs = await openSocket(one, user);
  join(theirs, user, false);
  const first = await openSocket(two, robin);
  join(first, robin, true, user.id);
  expect(await first.next('presence', (p) => p.customerOnline)).toMatchObject({ team: [] });
  await theirs.next('presence', (p) => p.supportOnline && p.team.length === 1);

  const second = await openSocket(one, sam);
  join(second, sam, true, user.id);
  expect((await second.next('presence', (p) => p.team.length > 0)).team).toEqual([
    { id: robin.id, name: 'Robin Lee' },
  ]);
  expect((await first.next('presence', (p) => p.team.length > 0)).team).toEqual([
    { id: sam.id, name: 'Sam Ito' },
  ]);

  second.send({ type: 'leave', data: { conversationId: user.id } });
  await first.next('presence', (p) => p.team.length === 0);
  await theirs.close();
  await first.next('presence', (p) => !p.customerOnline);
  await Promise.all([first.close(), second.close()]);
});

test('support with an open inbox is online for every customer, until the last one has left', async () => {
  const { db } = one.deps;
  const [user, admin] = [await aUser(db), await anAdmin(db)];
  const theirs = await openSocket(one, user);
  join(theirs, user, false);
  await theirs.next('joined');
  const team = await openSocket(two, admin);
  join(team, admin, true);
  expect(await team.next('joined')).toEqual({ userId: admin.id, isSupport: true, conversationId: null });
  await theirs.next('presence', (p) => p.supportOnline);
  const client = await one.as(user);
  expect((await client.call('readChat')).body.supportOnline).toBe(true);
  await team.close();
  await theirs.next('presence', (p) => !p.supportOnline);
  expect((await client.call('readChat')).body.supportOnline).toBe(false);
  await theirs.close();
});

test.runIf(isShared)(
  'a server that starts later knows who is present, and is forgotten once it stops',
  async () => {
    const { db } = one.deps;
    const [user, admin] = [await aUser(db), await anAdmin(db)];
    const theirs = await openSocket(one, user);
    join(theirs, user, false);
    await theirs.next('presence');
    const three = await startTestServer({ beside: one });
    const team = await openSocket(three, admin);
    join(team, admin, true, user.id);
    await team.next('presence', (p) => p.customerOnline);
    await theirs.next('presence', (p) => p.team.length === 1);
    await three.close();
    await theirs.next('presence', (p) => p.team.length === 0);
    await theirs.close();
  },
);

test('support that reloads a page twice does not appear to leave', async () => {
  const bus = await openBus({ postgresUrl: null, log: { warn() {}, info() {} } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const presence = createPresence(bus);
    const reports: boolean[] = [];
    presence.hear((ids) => {
      if (ids === null) reports.push(presence.supportOnline());
    });
    const arrive = () => presence.enter({ personId: 'robin', isSupport: true, conversationId: null });
    const pass = (ms: number) => vi.advanceTimersByTime(ms);
    const first = arrive();
    pass(100);
    first();
    pass(600);
    const second = arrive();
    pass(300);
    second();
    pass(600);
    expect(reports).toEqual([true]);
    pass(600);
    expect(reports).toEqual([true, false]);
    presence.close();
  } finally {
    vi.useRealTimers();
  }
});
