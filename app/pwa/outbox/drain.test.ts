import { expect, test } from 'vitest';
import type { Message } from '../../../api/contract/entities.ts';
import type { Entry } from './database.ts';
import { backoffMs, drain, forgetWaits, type Sent } from './drain.ts';

/** Numbers that look random and are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Killed extends Error {}

/** A device's entries, in memory; a step is whole or not done. */
function memoryStore() {
  let entries: Entry[] = [];
  let seq = 0;
  return {
    write(over: Partial<Entry>): Entry {
      seq += 1;
      const entry: Entry = {
        seq,
        clientId: `c${seq}`,
        userId: 'mia',
        bookingId: 'b1',
        message: `message ${seq}`,
        createdAt: '2026-11-21T00:00:00.000Z',
        state: 'waiting',
        reason: null,
        attempts: 0,
        notBefore: 0,
        ...over,
      };
      entries.push(entry);
      return entry;
    },
    all: () => entries,
    list: async (userId: string) => entries.filter((e) => e.userId === userId),
    update: async (at: number, change: Partial<Entry>) => {
      entries = entries.map((e) => (e.seq === at ? { ...e, ...change } : e));
    },
    deliver: async (entry: Entry) => {
      entries = entries.filter((e) => e.seq !== entry.seq);
    },
  };
}

/** A server that keeps each client id once. */
function memoryServer() {
  const stored: { clientId: string; bookingId: string; message: string }[] = [];
  return {
    stored,
    keep({ clientId, bookingId, message }: Entry): Sent {
      if (!stored.some((m) => m.clientId === clientId)) stored.push({ clientId, bookingId, message });
      return {
        kind: 'stored',
        message: {
          id: clientId,
          bookingId,
          message,
          clientId,
          senderType: 'customer',
          createdAt: '2026-11-21T00:00:00.000Z',
        } satisfies Message,
      };
    },
  };
}

const parts = (
  store: ReturnType<typeof memoryStore>,
  send: (entry: Entry) => Promise<Sent>,
  now = () => 0,
) => ({ userId: 'mia', store, send, now, random: () => 0, changed: () => {} });

test('what waits is sent in the order of writing', async () => {
  const store = memoryStore();
  const server = memoryServer();
  for (let n = 0; n < 5; n += 1) store.write({ bookingId: n % 2 ? 'b1' : 'b2' });
  expect(await drain(parts(store, async (e) => server.keep(e)))).toBe(null);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  expect(store.all()).toEqual([]);
});

test('a booking that must wait holds up no other, and keeps its own order', async () => {
  const store = memoryStore();
  const server = memoryServer();
  store.write({ bookingId: 'busy' });
  store.write({ bookingId: 'free' });
  store.write({ bookingId: 'busy' });
  const send = async (e: Entry): Promise<Sent> =>
    e.bookingId === 'busy' ? { kind: 'later', afterMs: 5000 } : server.keep(e);
  expect(await drain(parts(store, send, () => 100))).toBe(5100);
  expect(server.stored.map((m) => m.clientId)).toEqual(['c2']);
  expect(store.all().map((e) => e.attempts)).toEqual([1, 0]);
});

test('no network stops the drain at the first message', async () => {
  const store = memoryStore();
  store.write({ bookingId: 'a' });
  store.write({ bookingId: 'b' });
  let sent = 0;
  const next = await drain(
    parts(store, async () => {
      sent += 1;
      return { kind: 'no-network' };
    }),
  );
  expect(sent).toBe(1);
  expect(next).toBe(1000);
});

test('a refused message is shown and does not block those behind it', async () => {
  const store = memoryStore();
  const server = memoryServer();
  store.write({ message: 'bad' });
  store.write({});
  await drain(
    parts(store, async (e) =>
      e.message === 'bad' ? { kind: 'refused', reason: 'Booking not found' } : server.keep(e),
    ),
  );
  expect(server.stored.map((m) => m.clientId)).toEqual(['c2']);
  expect(store.all()).toMatchObject([{ state: 'failed', reason: 'Booking not found' }]);
});

test('signed out, everything waits for the same person', async () => {
  const store = memoryStore();
  store.write({});
  store.write({ userId: 'somebody else' });
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

test('whatever is lost, refused for a while or killed, every message is stored once and in order', async () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = seeded(seed);
    const store = memoryStore();
    const server = memoryServer();
    let time = 0;
    let calm = false;
    const die = () => {
      if (!calm && random() < 0.15) throw new Killed();
    };
    const send = async (entry: Entry): Promise<Sent> => {
      die();
      const fate = calm ? 1 : random();
      if (fate < 0.2) return { kind: 'no-network' };
      if (fate < 0.3) return { kind: 'later', afterMs: null };
      if (fate < 0.35) return { kind: 'signed-out' };
      const answer = server.keep(entry);
      if (fate < 0.55) return { kind: 'no-network' };
      die();
      return answer;
    };
    const killable = {
      ...store,
      deliver: async (entry: Entry) => {
        die();
        await store.deliver(entry);
        die();
      },
    };
    const written: Entry[] = [];
    for (let round = 0; round < 60; round += 1) {
      calm = round > 40;
      if (round < 20 && random() < 0.5)
        written.push(store.write({ bookingId: `b${Math.floor(random() * 3)}` }));
      time += Math.floor(random() * 400_000);
      if (random() < 0.3) await forgetWaits('mia', store);
      await drain({ userId: 'mia', store: killable, send, now: () => time, random, changed: () => {} }).catch(
        (error) => {
          if (!(error instanceof Killed)) throw error;
        },
      );
    }
    expect(store.all(), `seed ${seed}: nothing is left`).toEqual([]);
    for (const booking of ['b0', 'b1', 'b2']) {
      const ids = (all: { bookingId: string; clientId: string }[]) =>
        all.filter((m) => m.bookingId === booking).map((m) => m.clientId);
      expect(ids(server.stored), `seed ${seed}`).toEqual(ids(written));
    }
  }
});
