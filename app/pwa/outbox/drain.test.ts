import { expect, test } from 'vitest';
import type { QueuedMessage } from '../unsent/outbox.ts';
import { type Answered, type Entry, isKnown } from '../unsent/work.ts';
import { turnMs } from './deadlines.ts';
import { backoffMs, drain, heldForNewer, waitsOf } from './drain.ts';
import type { Sent as AnySent } from './parts.ts';
import { aQueuedMessage, storedMessage } from './testing/entry.ts';
import { memoryStore } from './testing/memory-store.ts';

type Sent = AnySent<Answered>;

/** A store with written messages: c1, c2, … */
function aStore() {
  const store = memoryStore();
  let written = 0;
  const write = (over: Partial<Omit<Entry, 'work'>> = {}, message?: string) => {
    written += 1;
    return store.add(aQueuedMessage(message, { clientId: `c${written}`, ...over }));
  };
  return { ...store, write };
}

/** A server that keeps each client id once. */
function aServer() {
  const stored: Entry[] = [];
  return {
    stored,
    keep(entry: Entry): Sent {
      if (!stored.some((m) => m.clientId === entry.clientId)) stored.push(entry);
      return { kind: 'stored', answered: storedMessage(entry as QueuedMessage) };
    },
  };
}

const messageOf = ({ work }: Entry) => work.kind === 'message' && work.message;

const parts = (store: ReturnType<typeof aStore>, send: (entry: Entry) => Promise<Sent>, now = () => 0) => ({
  userId: 'mia',
  store,
  send,
  isKnown,
  now,
  random: () => 0,
  changed: () => {},
});

test('waiting entries are sent in the order of writing', async () => {
  const store = aStore();
  const server = aServer();
  for (let n = 0; n < 5; n += 1) await store.write({ bookingId: n % 2 ? 'b1' : 'b2' });
  expect(await drain(parts(store, async (e) => server.keep(e)))).toBe(null);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  expect(store.all()).toEqual([]);
});

test('a refusal that a second drainer notes during a send keeps its words', async () => {
  const refusal = { state: 'failed', code: 'conflict', reason: 'It was moved' } as const;
  for (const sent of [{ kind: 'no-network' }, { kind: 'later', afterMs: 5 }] satisfies Sent[]) {
    const store = aStore();
    const { seq } = await store.write();
    const send = async () => {
      await store.update(seq, refusal);
      return sent;
    };
    await drain(parts(store, send));
    expect(await store.read(seq)).toMatchObject({ ...refusal, attempts: 0 });
  }
});

test('a booking that must wait delays no other, and keeps its own order', async () => {
  const store = aStore();
  const server = aServer();
  await store.write({ bookingId: 'busy' });
  await store.write({ bookingId: 'free' });
  await store.write({ bookingId: 'busy' });
  const send = async (e: Entry): Promise<Sent> =>
    e.bookingId === 'busy' ? { kind: 'later', afterMs: 5000 } : server.keep(e);
  expect(await drain(parts(store, send, () => 100))).toBe(5100);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c2']);
  expect(store.all().map((e) => e.attempts)).toEqual([1, 0]);
});

test('an entry on a full day is kept for a day with the server’s reason, which goes with the next try', async () => {
  const store = aStore();
  const server = aServer();
  await store.write();
  const dayMs = 86_400_000;
  const reason = 'More can be sent tomorrow.';
  const full = async (): Promise<Sent> => ({ kind: 'later', afterMs: dayMs, reason });
  expect(await drain(parts(store, full))).toBe(dayMs);
  expect(store.all()).toMatchObject([{ state: 'waiting', reason, notBefore: dayMs }]);
  expect(await drain(parts(store, full, () => dayMs - 1)), 'it is not asked again').toBe(dayMs);
  expect(store.all()).toMatchObject([{ attempts: 1 }]);
  await drain(
    parts(
      store,
      async () => ({ kind: 'no-network' }),
      () => dayMs,
    ),
  );
  expect(store.all()).toMatchObject([{ state: 'waiting', reason: null }]);
  await drain(
    parts(
      store,
      async (e) => server.keep(e),
      () => 2 * dayMs,
    ),
  );
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1']);
});

test('two bookings in a row without an answer mean no network, and end the drain', async () => {
  const store = aStore();
  for (const bookingId of ['a', 'a', 'b', 'c']) await store.write({ bookingId });
  const sent: string[] = [];
  const send = async ({ clientId }: Entry): Promise<Sent> => {
    sent.push(clientId);
    return { kind: 'no-network' };
  };
  expect(await drain(parts(store, send))).toBe(1000);
  expect(sent).toEqual(['c1', 'c3']);
});

test('a booking whose calls alone are blocked, such as a photo too large for a proxy, delays no other', async () => {
  const store = aStore();
  const server = aServer();
  for (const bookingId of ['a', 'b', 'c', 'd']) await store.write({ bookingId });
  let now = 0;
  const stuck = ['c1', 'c2', 'c3'];
  const send = async (e: Entry): Promise<Sent> =>
    stuck.includes(e.clientId) ? { kind: 'no-network' } : server.keep(e);
  for (let turns = 0; turns < 2; turns += 1)
    now = (await drain(parts(store, send, () => now))) ?? Number.POSITIVE_INFINITY;
  expect(server.stored.map((m) => m.clientId)).toEqual(['c4']);
  stuck.length = 0;
  await drain(parts(store, send, () => now));
  await drain(parts(store, send, () => now + 10_000));
  expect(store.all()).toEqual([]);
});

test('a full device, which can store no results, still sends each entry', async () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  const store = { ...aStore(), deliver: full, update: full };
  const server = aServer();
  for (const bookingId of ['a', 'a', 'refused', 'refused', 'busy', 'b']) await store.write({ bookingId });
  const send = async (e: Entry): Promise<Sent> => {
    if (e.bookingId === 'refused') return { kind: 'refused', code: 'gone', reason: 'Gone' };
    return e.bookingId === 'busy' ? { kind: 'later', afterMs: 600_000 } : server.keep(e);
  };
  expect(await drain(parts(store, send))).toBe(5 * 60_000);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1', 'c2', 'c6']);
  expect(store.all().map((e) => e.clientId)).toEqual(['c3', 'c4', 'c5']);
});

test('a full device waits as long as the server says, and the longest wait otherwise', async () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  for (const [afterMs, next] of [
    [20_000, 20_000],
    [600_000, 600_000],
    [null, 300_000],
  ] as const) {
    const store = { ...aStore(), update: full };
    await store.write();
    expect(await drain(parts(store, async () => ({ kind: 'later', afterMs })))).toBe(next);
  }
});

test('waits of that time end when everything is sent at once, and later waits do not', async () => {
  const store = aStore();
  const server = aServer();
  for (const bookingId of ['a', 'b', 'c']) await store.write({ bookingId, notBefore: 9000 });
  const over = await waitsOf('mia', store);
  const heardElsewhere = store.all()[2]?.seq ?? 0;
  await store.update(heardElsewhere, { notBefore: 8000 });
  const busy = async (e: Entry): Promise<Sent> =>
    e.bookingId === 'b' ? { kind: 'later', afterMs: 5000 } : server.keep(e);
  for (let turns = 0; turns < 2; turns += 1) expect(await drain({ ...parts(store, busy), over })).toBe(5000);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1']);
  expect(store.all().map((e) => e.notBefore)).toEqual([5000, 8000]);
});

test('another waiting drainer has a turn after a minute', async () => {
  const store = aStore();
  const server = aServer();
  for (let n = 0; n < 5; n += 1) await store.write();
  let now = 0;
  const send = async (e: Entry) => {
    now += turnMs / 2;
    return server.keep(e);
  };
  expect(await drain(parts(store, send, () => now))).toBe(now);
  expect(server.stored).toHaveLength(2);
  expect(store.all().map((e) => e.clientId)).toEqual(['c3', 'c4', 'c5']);
});

test('a refused message is shown and does not block those behind it', async () => {
  const store = aStore();
  const server = aServer();
  await store.write({}, 'bad');
  await store.write({});
  await drain(
    parts(store, async (e) =>
      messageOf(e) === 'bad'
        ? { kind: 'refused', code: 'not_found', reason: 'Booking not found' }
        : server.keep(e),
    ),
  );
  expect(server.stored.map((m) => m.clientId)).toEqual(['c2']);
  expect(store.all()).toMatchObject([{ state: 'failed', code: 'not_found', reason: 'Booking not found' }]);
});

test('after a sign-out everything waits for the same person', async () => {
  const store = aStore();
  await store.write({});
  await store.write({ userId: 'somebody else' });
  let sent = 0;
  expect(
    await drain(
      parts(store, async () => {
        sent += 1;
        return { kind: 'signed-out' };
      }),
    ),
  ).toBe(null);
  expect(sent).toBe(1);
  expect(store.all().map((e) => e.state)).toEqual(['waiting', 'waiting']);
});

test('waits double up to five minutes, less up to half at random', () => {
  expect(backoffMs(0, 0)).toBe(1000);
  expect(backoffMs(3, 0)).toBe(8000);
  expect(backoffMs(3, 1)).toBe(4000);
  expect(backoffMs(30, 0)).toBe(300_000);
});

test('an entry taken back during another’s send is not sent', async () => {
  const store = aStore();
  const server = aServer();
  await store.write();
  const second = await store.write({ bookingId: 'b2' });
  const send = async (e: Entry) => {
    await store.remove(second);
    return server.keep(e);
  };
  await drain(parts(store, send));
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1']);
});

test('an entry written during a drain is sent by it', async () => {
  const store = aStore();
  const server = aServer();
  await store.write();
  let more = 2;
  const send = async (e: Entry) => {
    if (more-- > 0) await store.write();
    return server.keep(e);
  };
  await drain(parts(store, send));
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1', 'c2', 'c3']);
});

test('an entry of a newer release that was rolled back waits for it, and so do later ones of its booking', async () => {
  const store = aStore();
  const server = aServer();
  const { seq: _, ...unknown } = aQueuedMessage('', { clientId: 'n' });
  await store.write();
  await store.add({ ...unknown, work: { kind: 'of a later day' } as never });
  await store.write();
  await store.write({ bookingId: 'another' });
  await drain(parts(store, async (e) => server.keep(e)));
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1', 'c3']);
  expect(store.all().map((e) => e.clientId)).toEqual(['n', 'c2']);
  // Held entries do not keep that release from being offered.
  await store.write({ bookingId: 'another' });
  expect([...heldForNewer(store.all(), isKnown)].map((e) => e.clientId)).toEqual(['n', 'c2']);
});
