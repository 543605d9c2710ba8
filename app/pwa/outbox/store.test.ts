import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answered } from '../unsent/work.ts';
import type { Entry } from './database.ts';
import type { OutboxStore } from './store.ts';
import { aKeptPhoto, aQueuedMessage, storedMessage } from './testing/entry.ts';
import { memoryStore } from './testing/memory-store.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const written = (over: Partial<Omit<Entry, 'work'>> = {}, message?: string) => {
  const { seq: _, ...entry } = aQueuedMessage(message, { userId: 'anna', ...over });
  return entry;
};
const stored = storedMessage(aQueuedMessage('The gate is open', { clientId: 'c1' }));
const aPhoto = (id: string) => aKeptPhoto(id, { userId: 'anna' });
const withPhotos = (...photoIds: string[]) => ({
  ...written(),
  work: { kind: 'message' as const, message: 'Look', photoIds },
});

const indexed = async () => (await import('./store.ts')).outboxStore;
const messageOf = ({ work }: { work: object }) => 'message' in work && work.message;

describe.each(['IndexedDB', 'memory'])('the store in %s', (where) => {
  const store = async (): Promise<OutboxStore & { clear(): Promise<void> }> =>
    where === 'memory' ? memoryStore() : await indexed();

  test('entries are returned in the order of writing, to their writer alone', async () => {
    const outbox = await store();
    for (const message of ['one', 'two', 'three']) await outbox.add(written({}, message));
    await outbox.add(written({ userId: 'bob' }));
    expect((await outbox.list('anna')).map(messageOf)).toEqual(['one', 'two', 'three']);
  });

  test('an answered entry leaves, and its answer waits for a page, once', async () => {
    const outbox = await store();
    await outbox.deliver(await outbox.add(written()), stored, 7);
    expect(await outbox.list('anna')).toEqual([]);
    expect(await outbox.takeDelivered('bob')).toEqual([]);
    expect(await outbox.takeDelivered('anna')).toMatchObject([{ userId: 'anna', answered: stored }]);
    expect(await outbox.takeDelivered('anna')).toEqual([]);
  });

  test('answers are returned in the order of arrival, whatever their ids', async () => {
    const outbox = await store();
    for (const [at, clientId] of ['c', 'a', 'b'].entries())
      await outbox.deliver(await outbox.add(written({ clientId })), stored, at);
    expect((await outbox.takeDelivered('anna')).map(({ clientId }) => clientId)).toEqual(['c', 'a', 'b']);
  });

  test('an answer after the sign-out leaves nothing behind', async () => {
    const outbox = await store();
    const entry = await outbox.add(written());
    await outbox.clear();
    await outbox.deliver(entry, stored, 7);
    expect(await outbox.takeDelivered('anna')).toEqual([]);
  });

  test('a change of an entry, and a copy of one, leave the others unchanged', async () => {
    const outbox = await store();
    const one = await outbox.add(written());
    const two = await outbox.add(written());
    await outbox.update(one.seq, { state: 'failed', code: 'not_found', reason: 'Booking not found' });
    expect(await outbox.read(one.seq)).toEqual({
      ...one,
      state: 'failed',
      code: 'not_found',
      reason: 'Booking not found',
    });
    expect(await outbox.read(two.seq)).toEqual(two);
    await outbox.update(one.seq, { reason: null, attempts: 1 }, 'waiting');
    expect(await outbox.read(one.seq)).toMatchObject({ attempts: 0, reason: 'Booking not found' });
    await outbox.update(two.seq, { attempts: 1 }, 'waiting');
    expect(await outbox.read(two.seq)).toEqual({ ...two, attempts: 1 });
    await outbox.update(99, { attempts: 1 });
    expect(await outbox.read(99)).toBeUndefined();
    expect(await outbox.list('anna')).toHaveLength(2);
  });

  test('photos are stored with their message, record whether they were sent, and leave with it', async () => {
    const outbox = await store();
    const answered = await outbox.add(withPhotos('p1', 'p2'), [aPhoto('p1'), aPhoto('p2')]);
    const takenBack = await outbox.add(withPhotos('p3'), [aPhoto('p3')]);
    await outbox.markPhotos(['p1'], true);
    expect([await outbox.readPhoto('p1'), await outbox.readPhoto('p2')]).toMatchObject([
      { sent: true },
      { sent: false },
    ]);
    expect(new Uint8Array((await outbox.readPhoto('p3'))?.bytes ?? new ArrayBuffer())).toEqual(
      new Uint8Array([1, 2, 3]),
    );
    await outbox.deliver(answered, stored, 7);
    await outbox.remove(takenBack);
    for (const id of ['p1', 'p2', 'p3']) expect(await outbox.readPhoto(id)).toBeUndefined();
    expect(await outbox.list('anna')).toEqual([]);
  });
});

test('an answer that cannot be stored does not remove its entry', async () => {
  const outbox = await indexed();
  const entry = await outbox.add(written());
  await expect(outbox.deliver(entry, (() => {}) as unknown as Answered, 7)).rejects.toThrow();
  expect(await outbox.list('anna')).toHaveLength(1);
});

test('a dead connection is opened again', async () => {
  const outbox = await indexed();
  await outbox.add(written());
  const { openOutbox } = await import('./database.ts');
  (await openOutbox()).close();
  expect(await outbox.list('anna')).toHaveLength(1);
});

test('a storage that never answers is abandoned after 4 s', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IDBRequest', EventTarget);
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  const outbox = await indexed();
  const adding = expect(outbox.add(written())).rejects.toThrow('It took too long');
  await vi.advanceTimersByTimeAsync(4000);
  await adding;
});

test('an abandoned write is not stored later', async () => {
  const outbox = await indexed();
  await outbox.list('anna');
  const other = await openDB('hearthkeep-outbox');
  const busy = other.transaction('entries', 'readwrite');
  let isBusy = true;
  const holding = (async () => {
    while (isBusy) await busy.objectStore('entries').get(1);
  })();
  await expect(outbox.add(written())).rejects.toThrow(DOMException);
  isBusy = false;
  await holding;
  await busy.done;
  await outbox.add(written({}, 'again'));
  expect((await outbox.list('anna')).map(messageOf)).toEqual(['again']);
});

test('an entry that the storage refuses is an error for its writer alone', async () => {
  const outbox = await indexed();
  const entry = await outbox.add(written());
  await expect(outbox.add(entry)).rejects.toThrow();
  expect(await outbox.list('anna')).toHaveLength(1);
});

test('entries of an older version are still there, in the new shape', async () => {
  const old = await openDB('hearthkeep-outbox', 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('delivered', { keyPath: 'message.id' });
      db.createObjectStore('drafts', { keyPath: ['userId', 'bookingId'] });
    },
  });
  const { work: _, code: __, ...entry } = written();
  await old.add('entries', { ...entry, message: 'Of long ago' });
  old.close();
  const outbox = await indexed();
  expect(await outbox.list('anna')).toMatchObject([
    { ...entry, code: null, work: { kind: 'message', message: 'Of long ago', photoIds: [] } },
  ]);
  await outbox.deliver((await outbox.list('anna'))[0] as Entry, stored, 7);
  expect(await outbox.takeDelivered('anna')).toHaveLength(1);
});

test('photos of an unfinished message keep their order, and belong to the message once it is written', async () => {
  const outbox = await indexed();
  const drafts = [2, 1].map((at) => aKeptPhoto(`p${at}`, { userId: 'anna', draftOf: 'b1', at }));
  await outbox.saveDraftPhotos([...drafts, aKeptPhoto('other', { userId: 'bob', draftOf: 'b1' })]);
  const chosen = await outbox.readDraftPhotos('anna', 'b1');
  expect(chosen.map(({ id }) => id)).toEqual(['p1', 'p2']);
  expect(await outbox.countDraftPhotos('anna')).toBe(2);
  await outbox.removeDraftPhoto('p1');
  await outbox.add(withPhotos('p2'), chosen.slice(1));
  // The removal comes from a tab that still shows the photo with the next message.
  await outbox.removeDraftPhoto('p2');
  expect(await outbox.readDraftPhotos('anna', 'b1')).toEqual([]);
  expect(await outbox.countDraftPhotos('anna')).toBe(0);
  expect(await outbox.readPhoto('p2')).toMatchObject({ id: 'p2', sent: false });
  expect(await outbox.readPhoto('p1')).toBeUndefined();
});
