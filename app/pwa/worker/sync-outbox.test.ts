import { expect, test } from 'vitest';
import type { Sent as AnySent } from '../outbox/parts.ts';
import { aQueuedMessage, storedMessage } from '../outbox/testing/entry.ts';
import { memoryStore } from '../outbox/testing/memory-store.ts';
import type { QueuedMessage } from '../unsent/outbox.ts';
import type { Answered } from '../unsent/work.ts';
import { syncOutbox } from './sync-outbox.ts';

type Sent = AnySent<Answered>;

/** A sync for mia, whose sends end as given. */
const aSync = (store: ReturnType<typeof memoryStore>, send: (entry: QueuedMessage) => Sent) =>
  syncOutbox({
    whoIsIn: async () => 'mia',
    store,
    send: async (entry) => send(entry as QueuedMessage),
    lock: (work) => work(),
    tell: () => {},
    now: () => 0,
    random: () => 0,
  });
const stored = (entry: QueuedMessage): Sent => ({ kind: 'stored', answered: storedMessage(entry) });

test('a full device’s worker sends entries with one failed attempt', async () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  const store = { ...memoryStore(), update: full, deliver: full };
  await store.add(aQueuedMessage('', { attempts: 1, notBefore: 60_000 }));
  await aSync(store, stored);
  expect(store.all()).toEqual([]);
});

test('waiting entries make the browser ask the worker again', async () => {
  const store = memoryStore();
  await store.add(aQueuedMessage('', { clientId: 'c1' }));
  await store.add(aQueuedMessage('', { clientId: 'c2', bookingId: 'b2' }));
  const send = (entry: QueuedMessage): Sent =>
    entry.clientId === 'c1' ? { kind: 'later', afterMs: 5000 } : stored(entry);
  await expect(aSync(store, send)).rejects.toThrow('Unsent entries are left');
  expect(store.all()).toMatchObject([{ clientId: 'c1', notBefore: 5000 }]);
});
