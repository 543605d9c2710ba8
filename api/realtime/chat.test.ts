import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCodes, type ServerEvent } from '../contract/schemas/events.ts';
import { type Person, personOf } from '../core/person.ts';
import type { Db } from '../db/database.ts';
import { aChatMessage, anAdmin, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import { type Chat, createChat } from './chat.ts';
import type { Connection } from './connection.ts';
import type { Presence } from './presence.ts';
import { createRooms } from './rooms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A socket without a network, which records the events that it was sent. */
function aSocket(person: Person) {
  const sent: ServerEvent[] = [];
  let endedWith: number | null = null;
  const connection: Connection = {
    person,
    session: 'x',
    get ended() {
      return endedWith !== null;
    },
    send: (event) => connection.sendText(JSON.stringify(event)),
    sendText(text) {
      if (endedWith === null) sent.push(JSON.parse(text));
    },
    drained: async () => {},
    end(code) {
      endedWith ??= code;
    },
    ping() {},
  };
  return { connection, sent, endedWith: () => endedWith };
}

/** A presence whose team the test sets. */
function aPresence() {
  let team: string[] = [];
  let tell: (ids: readonly string[]) => void = () => {};
  const presence: Presence = {
    enter: () => () => {},
    in: () => ({ customerOnline: true, team }),
    supportOnline: () => true,
    hear(listener) {
      tell = listener;
      return () => {};
    },
    close() {},
  };
  return {
    presence,
    become(conversationId: string, now: string[]) {
      team = now;
      tell([conversationId]);
    },
  };
}

/** A database that gives one row, by its id, only after `release`. */
function heldBack(db: Db, rowId: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask = () => {};
  const arrival = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!result.rows.some((row) => row.id === rowId)) return result;
      ask();
      await released;
      return result;
    },
  });
  return { db: held, arrival, release };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

const placesOf = (sent: ServerEvent[]) =>
  sent.flatMap((event) => (event.type === 'message' ? [event.data.seq] : []));

const join = (chat: Chat, connection: Connection, conversationId?: string) =>
  chat.handle(connection, {
    type: 'join',
    data: {
      userId: connection.person.id,
      isSupport: connection.person.role === 'admin',
      conversationId,
    },
  });

test('a person who has left is not reported as present by a name that was read slowly', async () => {
  const { deps } = server;
  const user = await aUser(deps.db);
  const [robin, sam] = [await anAdmin(deps.db), await anAdmin(deps.db, { first_name: 'Sam' })];
  const { db, arrival, release } = heldBack(deps.db, robin.id);
  const { presence, become } = aPresence();
  const chat = createChat({ ...deps, db }, presence);
  const { connection, sent } = aSocket(personOf(user.id, null));
  const listedIds = () =>
    sent.flatMap((event) => (event.type === 'presence' ? [event.data.team.map(({ id }) => id)] : []));
  join(chat, connection);
  await until(() => listedIds().length === 1);
  become(user.id, [robin.id]);
  await arrival;
  become(user.id, []);
  await until(() => listedIds().length === 2);
  release();
  become(user.id, [sam.id]);
  await until(() => listedIds().flat().includes(sam.id));
  expect(listedIds().flat()).not.toContain(robin.id);
});

test('a socket with a hundred conversations may join one of them again, but no further one', async () => {
  const { deps } = server;
  const admin = await anAdmin(deps.db);
  const chat = createChat(deps, aPresence().presence);
  const { connection, sent, endedWith } = aSocket(personOf(admin.id, 'administrator'));
  const ids = Array.from({ length: 100 }, () => randomUUID());
  const joined = () => sent.filter(({ type }) => type === 'joined').length;
  for (const id of ids) join(chat, connection, id);
  await until(() => joined() === 100);
  join(chat, connection, ids[0]);
  await until(() => joined() === 101 || endedWith() !== null);
  expect(endedWith()).toBe(null);
  join(chat, connection, randomUUID());
  expect(endedWith()).toBe(closeCodes.refused);
  chat.left(connection);
});

test('presence that changes while a socket joins is not told before `joined`', async () => {
  const { deps } = server;
  const user = await aUser(deps.db);
  const { presence, become } = aPresence();
  const chat = createChat(deps, presence);
  const { connection, sent } = aSocket(personOf(user.id, null));
  const types = () => sent.map(({ type }) => type);
  join(chat, connection);
  // The place of the last message is still being read.
  become(user.id, []);
  await until(() => types().includes('joined'));
  expect(types()).toEqual(['joined', 'presence']);
  chat.left(connection);
});

test('a conversation whose reading failed is read again for the next socket', async () => {
  const { deps } = server;
  const user = await aUser(deps.db);
  let isDown = true;
  const db = deps.db.withPlugin({
    transformQuery({ node }) {
      if (isDown) throw new Error('The database is down');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const chat = createChat({ ...deps, db }, aPresence().presence);
  const [first, second] = [1, 2].map(() => aSocket(personOf(user.id, null)));
  if (!first || !second) throw new Error('no sockets');
  join(chat, first.connection);
  await until(() => first.endedWith() !== null);
  isDown = false;
  // The first one is still closing.
  join(chat, second.connection);
  await until(() => second.sent.length > 0 || second.endedWith() !== null);
  expect(second.endedWith()).toBe(null);
  expect(second.sent[0]).toMatchObject({ type: 'joined' });
  chat.left(first.connection);
  chat.left(second.connection);
});

test('new messages are not kept in memory for a reader who takes no more of the earlier ones', async () => {
  const { deps } = server;
  const user = await aUser(deps.db);
  const write = (n: number) =>
    aChatMessage(deps, { conversationId: user.id, sender: user, content: `Message ${n}` });
  for (let n = 1; n <= 50; n++) await write(n);
  const rooms = createRooms(deps);
  const [slow, quick] = [1, 2].map(() => aSocket(personOf(user.id, null)));
  if (!slow || !quick) throw new Error('no sockets');
  let drain = () => {};
  slow.connection.drained = () =>
    new Promise((resolve) => {
      drain = resolve;
    });
  const places = ({ sent }: typeof slow) => placesOf(sent);
  for (const { connection } of [slow, quick])
    rooms.join(connection, user.id, { lastSeenId: null, onJoined: () => {} });
  await until(() => places(slow).length === 50 && places(quick).length === 50);
  const come = async (n: number) => {
    const written = { message: await write(n), writerId: user.id };
    rooms.stored(written);
    rooms.heard(user.id, n);
    return new WeakRef(written);
  };
  const kept = await come(51);
  await until(() => places(quick).length === 51);
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  await until(() => {
    collectGarbage();
    return kept.deref() === undefined;
  });
  drain();
  await until(() => places(slow).length === 51);
  await come(52);
  await until(() => places(slow).length === 52);
  for (const socket of [slow, quick]) {
    expect(places(socket)).toEqual(Array.from({ length: 52 }, (_, n) => n + 1));
    rooms.leave(socket.connection, user.id);
  }
});

/** A reader whose past, one message, is being read: the answer is held back. */
async function aReaderOfThePast() {
  const { deps } = server;
  const user = await aUser(deps.db);
  const write = (content: string) => aChatMessage(deps, { conversationId: user.id, sender: user, content });
  const first = await write('The first');
  const { db, arrival, release } = heldBack(deps.db, first.id);
  const rooms = createRooms({ ...deps, db });
  const { connection, sent } = aSocket(personOf(user.id, null));
  rooms.join(connection, user.id, { lastSeenId: null, onJoined: () => {} });
  await arrival;
  return { user, write, rooms, connection, places: () => placesOf(sent), release };
}

test('a message that comes while a new reader’s past is read follows it', async () => {
  const { user, write, rooms, connection, places, release } = await aReaderOfThePast();
  const quick = aSocket(personOf(user.id, null));
  let isJoined = false;
  const onJoined = () => {
    isJoined = true;
  };
  rooms.join(quick.connection, user.id, { lastSeenId: undefined, onJoined });
  await until(() => isJoined);
  rooms.stored({ message: await write('The second'), writerId: user.id });
  rooms.heard(user.id, 2);
  await until(() => placesOf(quick.sent).length === 1);
  release();
  await until(() => places().length === 2);
  expect(places()).toEqual([1, 2]);
  for (const socket of [connection, quick.connection]) rooms.leave(socket, user.id);
});

test('a reader who leaves while its past is read is sent none of it', async () => {
  const { user, write, rooms, connection, places, release } = await aReaderOfThePast();
  rooms.leave(connection, user.id);
  const other = aSocket(personOf(user.id, null));
  rooms.join(other.connection, user.id, { lastSeenId: null, onJoined: () => {} });
  release();
  await write('The second');
  rooms.heard(user.id, 2);
  await until(() => placesOf(other.sent).length === 2);
  expect(places()).toEqual([]);
  rooms.leave(other.connection, user.id);
});
