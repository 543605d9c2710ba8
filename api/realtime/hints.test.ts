import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { personOf } from '../core/person.ts';
import { aChatMessage, anAdmin, aUser } from '../testing/builders/builders.ts';
import { onServer } from '../testing/databases/database.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { openSocket, type TestSocket } from '../testing/servers/socket.ts';
import type { Connection } from './connection.ts';
import { createHints } from './hints.ts';

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
const keysOf = (socket: TestSocket) => socket.all('changed').flatMap(({ keys }) => keys);

test('a change is told to the people concerned and nobody else, on every server', async () => {
  const { db } = one.deps;
  const [user, other, admin] = [await aUser(db), await aUser(db), await anAdmin(db)];
  const [here, there] = [await openSocket(one, user), await openSocket(two, user)];
  const [strange, team] = [await openSocket(one, other), await openSocket(two, admin)];
  tell(one, user, '/api/bookings');
  one.deps.changes.tell({ admins: true, keys: ['/api/admin/bookings/'] });
  // The last change told arrives last.
  one.deps.changes.tell({ people: [other.id], keys: ['/api/end'] });
  one.deps.changes.tell({ admins: true, keys: ['/api/admin/audit'] });
  tell(one, user, '/api/end');
  for (const socket of [here, there, strange])
    await socket.next('changed', ({ keys }) => keys.includes('/api/end'));
  await team.next('changed', ({ keys }) => keys.includes('/api/admin/audit'));
  expect([keysOf(here), keysOf(there), keysOf(strange), keysOf(team)]).toEqual([
    ['/api/bookings', '/api/end'],
    ['/api/bookings', '/api/end'],
    ['/api/end'],
    ['/api/admin/bookings/', '/api/admin/audit'],
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
  while (!keysOf(back).includes('/api/bookings')) await back.next('changed');
  expect(keysOf(back).sort()).toEqual(['/api/bookings', '/api/preferences']);
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
    while (!keysOf(socket).includes('/api/')) await socket.next('changed');
    // The other servers are heard again.
    await aChatMessage(one.deps, { conversationId: user.id, sender: user, content: 'Good' });
    await socket.next('message', ({ content }) => content === 'Good');
    await socket.close();
  },
);

describe('the interval between hints', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const lists = ['/api/admin/bookings', '/api/admin/bookings/'];

  /** A team's open page, which notes each hint with its time in ms. */
  function aTeamPage() {
    const hints = createHints();
    const heard: { at: number; keys: string[] }[] = [];
    const began = performance.now();
    const send: Connection['send'] = (event) => {
      if (event.type === 'changed') heard.push({ at: performance.now() - began, keys: event.data.keys });
    };
    const connection = { person: personOf('robin', 'administrator'), send } as Connection;
    hints.add(connection, null);
    return {
      hints,
      heard,
      connection,
      at: (path: string) => heard.find(({ keys }) => keys.includes(path))?.at,
    };
  }

  test('ten messages a second by one member become few hints, and another’s change is told at once', () => {
    const { hints, heard, at } = aTeamPage();
    const write = () => hints.tell({ admins: true, of: 'mia', keys: lists });
    for (let n = 0; n < 600; n++) {
      write();
      if (n === 555) hints.tell({ admins: true, of: 'noah', keys: ['/api/admin/users/noah'] });
      vi.advanceTimersByTime(100);
    }
    expect(heard.length).toBeLessThan(15);
    expect((at('/api/admin/users/noah') ?? Number.NaN) - 55_500).toBeLessThanOrEqual(500);
  });

  test('after the rush, changes of this member are told at once again, and no path was lost', () => {
    const { hints, heard, at } = aTeamPage();
    for (let n = 0; n < 300; n++) {
      hints.tell({ admins: true, of: 'mia', keys: [`/api/admin/users/${n}`] });
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(16_000);
    expect(new Set(heard.flatMap(({ keys }) => keys)).size).toBe(300);
    hints.tell({ admins: true, of: 'mia', keys: ['/api/admin/live'] });
    expect(at('/api/admin/live')).toBe(46_000);
  });

  test('a talk at an ordinary pace is told without delay', () => {
    const { hints, heard } = aTeamPage();
    for (let n = 0; n < 20; n++) {
      hints.tell({ admins: true, of: 'mia', keys: ['/api/bookings/1/messages'] });
      vi.advanceTimersByTime(2_000);
    }
    expect(heard.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => n * 2_000));
  });

  test('many members who each change a little are told to a page every four seconds', () => {
    const { hints, heard } = aTeamPage();
    for (let n = 0; n < 600; n++) {
      hints.tell({ admins: true, of: `member-${n}`, keys: lists });
      vi.advanceTimersByTime(50);
    }
    expect(heard.length).toBeLessThan(12);
    const last = heard.slice(-2).map(({ at }) => at);
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(4_000);
  });

  test('a closed page is told nothing more', () => {
    const { hints, heard, connection } = aTeamPage();
    for (let n = 0; n < 5; n++) hints.tell({ admins: true, keys: lists });
    hints.remove(connection);
    vi.advanceTimersByTime(60_000);
    expect(heard).toHaveLength(1);
  });
});
