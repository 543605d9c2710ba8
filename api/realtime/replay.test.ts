import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCodes } from '../contract/schemas/events.ts';
import { type Person, personOf } from '../core/person.ts';
import { aChatMessage, aUser } from '../testing/builders/builders.ts';
import { startTestServer, type TestServer } from '../testing/servers/server.ts';
import type { Connection } from './connection.ts';
import { createRooms } from './rooms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A customer with so many messages in the chat, and the id of the message at a place. */
async function aTalker(messages: number) {
  const { db } = server.deps;
  const user = await aUser(db);
  await aChatMessage(server.deps, { conversationId: user.id, sender: user });
  const first = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('conversation_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const rest = Array.from({ length: messages - 1 }, (_, n) => ({ ...first, id: randomUUID(), seq: n + 2 }));
  for (let n = 0; n < rest.length; n += 100)
    await db
      .insertInto('chat_messages')
      .values(rest.slice(n, n + 100))
      .execute();
  await db.updateTable('conversations').set({ last_seq: messages }).where('user_id', '=', user.id).execute();
  return { user, idAt: (seq: number) => rest[seq - 2]?.id ?? first.id };
}

/** A socket without a network. */
function aSocket({ id }: { id: string }, onMessage: () => void = () => {}) {
  const person: Person = personOf(id, null);
  const places: number[] = [];
  let endedWith: number | null = null;
  const connection: Connection = {
    person,
    session: 'x',
    get ended() {
      return endedWith !== null;
    },
    send: () => {},
    sendText(text) {
      places.push(JSON.parse(text).data.seq);
      onMessage();
    },
    drained: async () => {},
    end(code) {
      endedWith ??= code;
    },
    ping() {},
  };
  return { connection, places, endedWith: () => endedWith };
}

const turn = () => new Promise(setImmediate);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await turn();
};
const onJoined = () => {};
const row = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('a reader who has missed more than 500 messages is sent the newest 500', async () => {
  const { user, idAt } = await aTalker(620);
  const rooms = createRooms(server.deps);
  for (const [lastSeenId, from] of [
    [null, 121],
    [idAt(10), 121],
    [idAt(120), 121],
    [idAt(400), 401],
  ] as const) {
    const socket = aSocket(user);
    rooms.join(socket.connection, user.id, { lastSeenId, onJoined });
    await until(() => socket.places.at(-1) === 620);
    expect(socket.places).toEqual(row(from, 620));
    rooms.leave(socket.connection, user.id);
  }
});

test('between two pages of one person’s readers all other work has its turn', async () => {
  const { user } = await aTalker(300);
  const rooms = createRooms(server.deps);
  let sent = 0;
  const sockets = Array.from({ length: 6 }, () =>
    aSocket(user, () => {
      sent += 1;
    }),
  );
  for (const { connection } of sockets) rooms.join(connection, user.id, { lastSeenId: null, onJoined });
  let most = 0;
  while (sent < 6 * 300) {
    const before = sent;
    await turn();
    most = Math.max(most, sent - before);
  }
  expect(most).toBe(50);
  for (const { connection } of sockets) rooms.leave(connection, user.id);
});

test('the pages that a person misses cost as much as joins, over all sockets', async () => {
  const strict = await startTestServer({ beside: server, rates: { joinsPerPerson: 3 } });
  const { user } = await aTalker(150);
  const rooms = createRooms(strict.deps);
  const [one, two] = [aSocket(user), aSocket(user)];
  rooms.join(one.connection, user.id, { lastSeenId: null, onJoined });
  await until(() => one.places.length === 150);
  rooms.join(two.connection, user.id, { lastSeenId: null, onJoined });
  await until(() => two.endedWith() !== null);
  expect([one.endedWith(), two.endedWith()]).toEqual([null, closeCodes.tooFast]);
  await strict.close();
});
