import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let plain: Map<string, string>;
beforeEach(() => {
  plain = new Map();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const setItem = (name: string, value: string) => void plain.set(name, value);
/** A page; the worker has no plain storage. */
const inAPage = (over: { setItem?: () => void } = {}) =>
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => plain.get(name) ?? null,
    removeItem: (name: string) => void plain.delete(name),
    setItem,
    ...over,
  });
const drafts = () => [...plain].map(([name, text]) => [name.replace('hearthkeep-draft:', ''), text]);

/** The data that the release before photos stored on a device. */
async function anOlderDevice() {
  const old = await openDB('hearthkeep-outbox', 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('delivered', { keyPath: 'message.id' });
      db.createObjectStore('drafts', { keyPath: ['userId', 'bookingId'] });
    },
  });
  await old.put('drafts', { userId: 'anna', bookingId: 'b1', text: 'The gate sticks, and' });
  await old.put('drafts', { userId: 'bob', bookingId: 'b2', text: 'Hello' });
  old.close();
}

/** Opens a page, with the steps before anything is shown. */
async function open() {
  vi.resetModules();
  const { dropOutbox } = await import('./database.ts');
  const { moveOlderDrafts } = await import('./older-drafts.ts');
  await moveOlderDrafts();
  dropOutbox();
}

test('text typed before the app’s update is still there, for each writer', async () => {
  await anOlderDevice();
  inAPage();
  await open();
  const moved = [
    ['anna:b1', 'The gate sticks, and'],
    ['bob:b2', 'Hello'],
  ];
  expect(drafts()).toEqual(moved);
  // The move happens once: text sent since must not return.
  plain.clear();
  await open();
  expect(drafts()).toEqual([]);
});

test('text waits for a page if the worker upgrades first', async () => {
  await anOlderDevice();
  const { dropOutbox, openOutbox } = await import('./database.ts');
  await openOutbox();
  dropOutbox();
  inAPage();
  await open();
  expect(drafts()).toHaveLength(2);
});

test('newer text stays, and a full device loses nothing', async () => {
  await anOlderDevice();
  plain.set('hearthkeep-draft:anna:b1', 'Newer');
  inAPage({
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
  });
  await open();
  inAPage();
  await open();
  expect(drafts().sort()).toEqual([
    ['anna:b1', 'Newer'],
    ['bob:b2', 'Hello'],
  ]);
});
