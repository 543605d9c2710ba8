import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aKeptPhoto, aQueuedMessage } from '../outbox/testing/entry.ts';
import { seenName } from '../photos/names.ts';
import { clearDatabase } from './clear-database.ts';

let localStorage: Map<string, string>;
const plain = () => ({
  getItem: (key: string) => localStorage.get(key) ?? null,
  setItem: (key: string, value: string) => void localStorage.set(key, value),
  removeItem: (key: string) => void localStorage.delete(key),
  clear: () => localStorage.clear(),
});

beforeEach(() => {
  localStorage = new Map();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', plain());
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const { seq: _, ...written } = aQueuedMessage();
const aDraftPhoto = aKeptPhoto('p1', { draftOf: 'b1' });

test('the outbox takes neither a message nor a photo after a sign-out, also if the write had begun', async () => {
  const { outboxStore } = await import('../outbox/store.ts');
  const { sealDevice } = await import('./seal.ts');
  // The database is still being opened at the sign-out.
  const begun = [outboxStore.add(written), outboxStore.saveDraftPhotos([aDraftPhoto])];
  sealDevice();
  const late = [outboxStore.add(written), outboxStore.saveDraftPhotos([aDraftPhoto])];
  const kept = (await Promise.allSettled([...begun, ...late])).map(({ status }) => status);
  expect(kept).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  await outboxStore.clear();
  expect(await outboxStore.list('mia')).toEqual([]);
  expect(await outboxStore.readDraftPhotos('mia', 'b1')).toEqual([]);
});

test('a message that could not be stored leaves no draft after a sign-out', async () => {
  const { readDraft, saveDraft } = await import('./drafts.ts');
  const { sealDevice } = await import('./seal.ts');
  saveDraft('mia', 'b1', 'The gate');
  sealDevice();
  saveDraft('mia', 'b1', 'The gate is open');
  expect([...localStorage.values()]).toEqual(['The gate']);
  saveDraft('mia', 'b1', '');
  expect(localStorage.size).toBe(0);
  expect(readDraft('mia', 'b1')).toBe('');
});

test('no photo is stored to be seen again after a sign-out, also if the write had begun', async () => {
  const of = { owner: 'mia', size: 'small' } as const;
  const before = await import('../photos/seen.ts');
  await before.keepSeen({ ...of, id: 'p0' }, new ArrayBuffer(3), 'image/webp');
  vi.resetModules();
  const { keepSeen } = await import('../photos/seen.ts');
  const { sealDevice } = await import('./seal.ts');
  const begun = keepSeen({ ...of, id: 'p1' }, new ArrayBuffer(3), 'image/webp');
  sealDevice();
  await clearDatabase(seenName);
  await begun;
  await keepSeen({ ...of, id: 'p2' }, new ArrayBuffer(3), 'image/webp');
  const db = await openDB(seenName);
  expect([await db.count('photos'), await db.count('uses')]).toEqual([0, 0]);
  db.close();
});
