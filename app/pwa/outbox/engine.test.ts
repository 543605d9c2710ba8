import { describe, expect, test, vi } from 'vitest';
import type { Answered, Work } from '../unsent/work.ts';
import type { OutboxParts } from './parts.ts';
import { runSchedule } from './testing/campaign.ts';
import { aKeptPhoto, aQueuedMessage, storedMessage } from './testing/entry.ts';
import { memoryStore } from './testing/memory-store.ts';
import { aPage, cancel, type Sent, stored } from './testing/page.ts';

const hello: Work = { kind: 'message', message: 'Hello', photoIds: [] };

test('a change of a person who has left meanwhile is not reported as done', async () => {
  const { outbox, store, timers } = aPage({ send: () => new Promise(() => {}) });
  const submitted = outbox.submit('b1', cancel, 5000);
  await expect.poll(() => timers.length).toBe(1);
  outbox.stop();
  timers[0]?.();
  expect(await submitted).toMatchObject({ kind: 'waiting' });
  expect(store.all()).toHaveLength(1);
});

describe('a device that can store nothing', () => {
  const add = async () => {
    throw new DOMException('full', 'QuotaExceededError');
  };

  test('sends a message at once', async () => {
    const { outbox, shown } = aPage({ store: { ...memoryStore(), add } });
    await outbox.queue('b1', hello);
    expect(shown).toHaveLength(1);
    expect(outbox.state().keeps).toBe(false);
  });

  test('leaves the message with its writer and shows the reason without a network', async () => {
    const { outbox } = aPage({
      store: { ...memoryStore(), add },
      send: async () => ({ kind: 'no-network' }),
    });
    await expect(outbox.queue('b1', hello)).rejects.toThrow(/cannot keep what you write/);
  });

  test('gives the same id to a lost message that is written again, whatever became of it', async () => {
    const requests: string[] = [];
    const store = memoryStore();
    const { outbox } = aPage({
      store: { ...store, add: (...of) => (requests.length < 2 ? add() : store.add(...of)) },
      send: async ({ clientId }) => {
        requests.push(clientId);
        return requests.length < 2 ? { kind: 'no-network' } : stored;
      },
    });
    await expect(outbox.queue('b1', hello)).rejects.toThrow();
    await outbox.queue('b1', hello);
    await outbox.queue('b1', hello);
    await expect.poll(() => requests).toEqual(['c1', 'c1', 'c2']);
  });

  test('gives the same id to a lost answer of the team whose writer has read more since', async () => {
    const requests: string[] = [];
    const { outbox } = aPage({
      store: { ...memoryStore(), add },
      send: async ({ clientId }) => {
        requests.push(clientId);
        return requests.length < 2 ? { kind: 'no-network' } : stored;
      },
    });
    const answer = (lastSeenId: string | null): Work => {
      return { kind: 'chat', isSupport: true, content: 'In the box', lastSeenId };
    };
    await expect(outbox.queue('noah', answer('m1'))).rejects.toThrow();
    await outbox.queue('noah', answer('m2'));
    expect(requests).toEqual(['c1', 'c1']);
  });

  test('sends earlier messages first, or leaves the new one with its writer', async () => {
    const sent: string[] = [];
    let answer: Sent = { kind: 'no-network' };
    let isFull = false;
    const store = memoryStore();
    const { outbox, timers } = aPage({
      store: { ...store, add: (...of) => (isFull ? add() : store.add(...of)) },
      send: async ({ clientId }) => {
        if (answer.kind === 'stored') sent.push(clientId);
        return answer;
      },
    });
    await outbox.queue('b1', hello);
    await expect.poll(() => outbox.state().entries[0]?.attempts).toBe(1);
    isFull = true;
    await expect(outbox.queue('b1', { ...hello, message: 'Second' })).rejects.toThrow(/wrote before/);
    answer = { kind: 'later', afterMs: null };
    await outbox.queue('b2', hello).catch(() => {});
    answer = stored;
    await outbox.queue('b1', { ...hello, message: 'Second' });
    expect(sent.slice(-2)).toEqual(['c1', 'c2']);
    expect(timers.length).toBeGreaterThan(0);
  });

  test('sends new messages also if it cannot be read any more', async () => {
    let isDead = false;
    const store = memoryStore();
    const sent: string[] = [];
    const { outbox } = aPage({
      store: {
        ...store,
        add: (...of) => (isDead ? add() : store.add(...of)),
        list: (...of) => (isDead ? add() : store.list(...of)),
      },
      send: async ({ clientId }) => {
        sent.push(clientId);
        return isDead ? stored : { kind: 'no-network' };
      },
    });
    await outbox.queue('b1', hello);
    await expect.poll(() => outbox.state().entries[0]?.attempts).toBe(1);
    isDead = true;
    await outbox.queue('b1', { ...hello, message: 'Second' });
    expect(sent).toEqual(['c1', 'c2']);
  });

  test('repeats a read that was cut off by an answer', async () => {
    const calls: string[] = [];
    const { outbox } = aPage({
      store: { ...memoryStore(), add },
      show: async () => void calls.push('show'),
      shown: () => void calls.push('shown'),
    });
    await outbox.drain();
    calls.length = 0;
    await outbox.queue('b1', hello);
    expect(calls).toEqual(['show', 'shown']);
  });

  test('sends a message with its photos', async () => {
    const gone: (string | undefined)[] = [];
    const send: OutboxParts<Work, Answered>['send'] = async (_, photos) => {
      gone.push(...(photos ?? []).map(({ id }) => id));
      return stored;
    };
    const { outbox } = aPage({ store: { ...memoryStore(), add }, send });
    await outbox.queue('b1', { ...hello, photoIds: ['p'] }, [aKeptPhoto('p')]);
    expect(gone).toEqual(['p']);
  });

  test('stores new entries once it has room again', async () => {
    let isFull = true;
    const store = memoryStore();
    const { outbox } = aPage({ store: { ...store, add: (...of) => (isFull ? add() : store.add(...of)) } });
    await outbox.queue('b1', hello);
    isFull = false;
    await outbox.queue('b1', hello);
    expect(outbox.state().keeps).toBe(true);
  });
});

test('a refused entry is dismissed at once, also during another send', async () => {
  const store = memoryStore();
  let busy = false;
  const { outbox } = aPage({
    store,
    send: async () => ({ kind: 'refused', code: 'conflict', reason: 'It has begun' }),
    lock: (work) => (busy ? new Promise(() => {}) : work()),
  });
  await outbox.queue('b1', cancel);
  await expect.poll(() => outbox.state().entries).toMatchObject([{ state: 'failed' }]);
  busy = true;
  const [entry] = outbox.state().entries;
  expect(entry && (await outbox.discard(entry))).toMatchObject({ code: 'conflict' });
  expect(store.all()).toEqual([]);
});

test('an entry taken back during its send was sent, and is reported so', async () => {
  let line = Promise.resolve<unknown>(undefined);
  const lock: OutboxParts['lock'] = (work) => {
    const next = line.then(work);
    line = next.catch(() => {});
    return next;
  };
  let answer = (_: Sent) => {};
  const { outbox, store } = aPage({
    lock,
    send: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await outbox.queue('b1', hello);
  const entry = store.all()[0];
  if (entry?.work.kind !== 'message') throw new Error('Nothing was kept');
  const removed = outbox.discard(entry);
  await expect.poll(() => answer.length).toBe(1);
  answer({ kind: 'stored', answered: storedMessage({ ...entry, work: entry.work }) });
  expect(await removed).toBeNull();
  expect(outbox.wasAnswered(entry.clientId)).toBe(true);
});

test('earlier answers are shown before later ones', async () => {
  const of = (status: string): Answered => ({ kind: 'booking', detail: { id: 'b1', status } as never });
  const { outbox, store, shown } = aPage({
    send: async () => ({ kind: 'stored', answered: of('cancelled') }),
  });
  outbox.stop();
  const moved = await store.add(aQueuedMessage('', { userId: 'mia' }));
  await store.deliver(moved, of('pending'), 0);
  await store.add(aQueuedMessage('', { userId: 'mia', clientId: 'c2' }));
  outbox.start('mia');
  await expect.poll(() => shown.length).toBe(2);
  expect(shown).toEqual([of('pending'), of('cancelled')]);
});

test('a drain ended by the storage is repeated by itself', async () => {
  const { outbox, store, timers } = aPage();
  await expect.poll(() => outbox.state().userId).toBe('mia');
  await store.add(aQueuedMessage('', { userId: 'mia' }));
  await outbox.hear({ kind: 'changed' });
  vi.spyOn(store, 'list').mockRejectedValueOnce(new DOMException('', 'UnknownError'));
  await outbox.drain(false);
  expect(store.all()).toHaveLength(1);
  timers.at(-1)?.();
  await expect.poll(() => store.all()).toEqual([]);
});

test('a full device sends entries with one failed attempt at the start, and when the network is back', async () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  const store = { ...memoryStore(), update: full, deliver: full, takeDelivered: full };
  const inVain = (clientId: string) =>
    store.add(aQueuedMessage('', { clientId, userId: 'mia', attempts: 1, notBefore: 60_000 }));
  await inVain('c1');
  const { outbox, shown } = aPage({ store });
  await expect.poll(() => store.all()).toEqual([]);
  await inVain('c2');
  await outbox.drain(false);
  expect(store.all()).toHaveLength(1);
  await outbox.drain(true);
  expect(store.all()).toEqual([]);
  expect(shown).toHaveLength(2);
});

test('after a sign-out nothing more of the person is sent', async () => {
  const answers: ((sent: Sent) => void)[] = [];
  const { outbox, store } = aPage({ send: () => new Promise((resolve) => answers.push(resolve)) });
  await outbox.queue('b1', hello);
  await outbox.queue('b1', hello);
  await expect.poll(() => answers.length).toBe(1);
  outbox.stop();
  answers[0]?.(stored);
  await outbox.drain(true);
  await expect.poll(() => store.all().length).toBe(1);
  expect(answers).toHaveLength(1);
});

test('an answer is shown on no page of another person', async () => {
  const { outbox, shown } = aPage();
  const answered = { kind: 'booking', detail: { id: 'b1' } as never } as const;
  await outbox.hear({ kind: 'delivered', userId: 'ben', answered: [answered] });
  expect(shown).toEqual([]);
  await outbox.hear({ kind: 'delivered', userId: 'mia', answered: [answered] });
  expect(shown).toEqual([answered]);
});

test('a refused answer is sent again under its id with what its writer has seen by then, other refused ones wait', async () => {
  const sent: [id: string, work: Work][] = [];
  const { outbox, store } = aPage({
    send: async ({ clientId, work }) => {
      sent.push([clientId, work]);
      return { kind: 'refused', code: 'conflict', reason: 'Sam answered meanwhile' };
    },
  });
  const answer = (content: string, lastSeenId?: string): Work => {
    return { kind: 'chat', isSupport: true, content, ...(lastSeenId && { lastSeenId }) };
  };
  await outbox.queue('noah', answer('In the box', 'm1'));
  await outbox.queue('noah', answer('Or the shed', 'm1'));
  await outbox.drain();
  const [first, second] = outbox.state().entries;
  if (!first || !second) throw new Error('They were not kept');
  expect([first.state, second.state]).toEqual(['failed', 'failed']);
  sent.length = 0;
  await outbox.retry(first, answer('In the box', 'm2'));
  await outbox.drain();
  expect(sent).toEqual([[first.clientId, answer('In the box', 'm2')]]);
  expect(store.all()).toMatchObject([
    { state: 'failed', work: { lastSeenId: 'm2' } },
    { state: 'failed', work: { lastSeenId: 'm1' } },
  ]);
});

test('every entry is delivered once, in order and for its writer, or explained, after any loss, kill, refusal or sign-out', async () => {
  let chats = 0;
  for (let seed = 1; seed <= 500; seed += 1) {
    const verdict = await runSchedule(seed);
    expect(verdict.faults, `seed ${seed}`).toEqual([]);
    chats += verdict.chats;
  }
  expect(chats, 'messages of the live chat').toBeGreaterThan(500);
}, 120_000);

/** Every await in a full run, and otherwise every seventh. */
const apart = process.env.FULL === '1' ? 1 : 7;

test('no entry is lost, doubled or reordered by a kill at any await', async () => {
  const { steps } = await runSchedule(1, 0);
  expect(steps).toBeGreaterThan(100);
  for (let killAt = 1; killAt <= steps; killAt += apart) {
    const { faults } = await runSchedule(1, killAt);
    expect(faults, `killed at ${killAt}`).toEqual([]);
  }
}, 120_000);
