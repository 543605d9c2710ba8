import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '../../../api/contract/entities.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const store = async () => (await import('./store.ts')).outboxStore;

const written = (over: object = {}) => ({
  clientId: crypto.randomUUID(),
  userId: 'anna',
  bookingId: 'b1',
  message: 'The gate is open',
  createdAt: '2026-11-21T00:00:00.000Z',
  state: 'waiting' as const,
  reason: null,
  attempts: 0,
  notBefore: 0,
  ...over,
});
const stored = { id: 'm1', bookingId: 'b1', message: 'The gate is open' } as Message;

test('entries come back in the order of writing, to their writer alone', async () => {
  const outbox = await store();
  for (const message of ['one', 'two', 'three']) await outbox.add(written({ message }));
  await outbox.add(written({ userId: 'bob' }));
  expect((await outbox.list('anna')).map((e) => e.message)).toEqual(['one', 'two', 'three']);
});

test('an answered entry leaves, and its answer waits for a page, once', async () => {
  const outbox = await store();
  await outbox.deliver(await outbox.add(written()), stored);
  expect(await outbox.list('anna')).toEqual([]);
  expect(await outbox.takeDelivered('bob')).toEqual([]);
  expect(await outbox.takeDelivered('anna')).toEqual([stored]);
  expect(await outbox.takeDelivered('anna')).toEqual([]);
});

test('an answer that comes after the sign-out leaves nothing behind', async () => {
  const outbox = await store();
  const entry = await outbox.add(written());
  await outbox.clear();
  await outbox.deliver(entry, stored);
  expect(await outbox.takeDelivered('anna')).toEqual([]);
});

test('an answer that cannot be kept does not take its entry with it', async () => {
  const outbox = await store();
  const entry = await outbox.add(written());
  await expect(outbox.deliver(entry, { ok: true } as unknown as Message)).rejects.toThrow();
  expect(await outbox.list('anna')).toHaveLength(1);
});

test('a connection that died is opened anew', async () => {
  const outbox = await store();
  await outbox.add(written());
  const { openOutbox } = await import('./database.ts');
  (await openOutbox()).close();
  expect(await outbox.list('anna')).toHaveLength(1);
});

test('a storage that never answers is given up after 4 s', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IDBRequest', EventTarget);
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  const outbox = await store();
  const adding = expect(outbox.add(written())).rejects.toThrow('It took too long');
  await vi.advanceTimersByTimeAsync(4000);
  await adding;
});

test('drafts are kept per person and booking until they are empty', async () => {
  const outbox = await store();
  await outbox.saveDraft('anna', 'b1', 'Hel');
  expect(await outbox.readDraft('anna', 'b1')).toBe('Hel');
  expect(await outbox.readDraft('bob', 'b1')).toBe('');
  await outbox.saveDraft('anna', 'b1', '');
  expect(await outbox.readDraft('anna', 'b1')).toBe('');
});

test('an entry that the storage refuses is an error to its writer, and to nobody else', async () => {
  const outbox = await store();
  const entry = await outbox.add(written());
  await expect(outbox.add(entry)).rejects.toThrow(/already exists|constraint/i);
  expect(await outbox.list('anna')).toHaveLength(1);
});
